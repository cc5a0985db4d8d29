"""Mail, where a server for it is set up: links that confirm an address or let somebody back in."""

import asyncio
import re
import smtplib
import ssl
from collections.abc import Coroutine
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Any

import structlog

from caravane.server.config import Settings
from caravane.server.problems import Refused
from caravane.text import Language, Text

log = structlog.get_logger()

MOST_WAITING = 50
PATIENCE_S = 20
_ADDRESS = re.compile(r"[A-Za-z0-9._%+'/=?^{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){0,8}")

CONFIRM = (
    Text("Confirmez votre adresse", "Confirm your address"),
    Text(
        "Bonjour {name},\n\npour que cette adresse serve à retrouver votre compte Caravane, ouvrez ce lien dans les"
        " 24 heures :\n\n{link}\n\nSi vous n’avez rien demandé, oubliez ce message : rien ne change.\n",
        "Hello {name},\n\nto let this address help you back into your Caravane account, open this link within"
        " 24 hours:\n\n{link}\n\nIf you asked for nothing, ignore this message: nothing changes.\n",
    ),
)
RECOVER = (
    Text("Un nouveau mot de passe", "A new password"),
    Text(
        "Bonjour {name},\n\nchoisissez un nouveau mot de passe pour votre compte Caravane, dans l’heure :\n\n{link}\n\n"
        "Si vous n’avez rien demandé, oubliez ce message : rien ne change.\n",
        "Hello {name},\n\nchoose a new password for your Caravane account within the hour:\n\n{link}\n\n"
        "If you asked for nothing, ignore this message: nothing changes.\n",
    ),
)


def check_address(address: str) -> str:
    """An address that can be written to."""
    if len(address) > 254 or not _ADDRESS.fullmatch(address):
        raise Refused("bad-mail")
    return address


class Mailer:
    """Sends mails one after the other, in a thread; nobody waits for it."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._turn = asyncio.Lock()
        self._under_way: set[asyncio.Task[None]] = set()

    @property
    def is_set_up(self) -> bool:
        """Whether mails can be sent."""
        return bool(self._settings.mail_host)

    def link(self, path: str) -> str:
        """An address of the client; never taken from what a request says."""
        return self._settings.public_url.rstrip("/") + path

    def in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that ends in a mail, so that an answer's time tells nothing of it."""
        if len(self._under_way) >= MOST_WAITING:
            work.close()
            log.warning("mail.too_many")
            return
        task = asyncio.create_task(self._guarded(work))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception:  # whoever asked has her answer already
            log.exception("mail.failed")

    async def send(self, to: str, what: tuple[Text, Text], language: Language, **words: str) -> None:
        """One of the letters above."""
        message = EmailMessage()
        message["Subject"] = f"Caravane : {what[0].fr}" if language == "fr" else f"Caravane: {what[0].en}"
        message["From"], message["To"] = self._settings.mail_from, to
        message["Date"], message["Message-ID"] = (
            formatdate(),
            make_msgid(domain=self._settings.mail_from.rpartition("@")[2]),
        )
        message.set_content((what[1].fr if language == "fr" else what[1].en).format(**words))
        async with self._turn:
            await asyncio.to_thread(self._deliver, message)

    def _deliver(self, message: EmailMessage) -> None:
        settings = self._settings
        host, port, context = settings.mail_host, settings.mail_port, ssl.create_default_context()
        server: smtplib.SMTP
        if settings.mail_security == "tls":
            server = smtplib.SMTP_SSL(host, port, timeout=PATIENCE_S, context=context)
        else:
            server = smtplib.SMTP(host, port, timeout=PATIENCE_S)
        with server:
            if settings.mail_security == "starttls":
                server.starttls(context=context)
            if settings.mail_user:
                server.login(settings.mail_user, settings.mail_password)
            server.send_message(message)

    async def stop(self) -> None:
        """Leave what was not sent."""
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)
