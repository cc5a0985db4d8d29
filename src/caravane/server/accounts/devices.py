"""Devices: roughly which one somebody uses, and the mark of one from which she logged in before.

The mark is a signed cookie that proves nothing but that: whoever brings it is not slowed down by others' guesses.
"""

import hashlib
import hmac

from caravane.server.accounts.secrets_at_rest import new_id

MARK = "caravane_device"
_BROWSERS = (
    ("edg", "Edge"), ("opr/", "Opera"), ("samsungbrowser", "Samsung Internet"), ("firefox", "Firefox"),
    ("fxios", "Firefox"), ("crios", "Chrome"), ("chrome", "Chrome"), ("chromium", "Chromium"), ("safari", "Safari"),
)  # fmt: skip
_SYSTEMS = (
    ("iphone", "iPhone"), ("ipad", "iPad"), ("android", "Android"), ("windows", "Windows"), ("mac os", "macOS"),
    ("cros", "ChromeOS"), ("linux", "Linux"),
)  # fmt: skip


def device_of(user_agent: str) -> str:
    """Browser and system as far as a browser tells; empty if it tells nothing that we know."""
    told = user_agent.lower()
    browser = next((name for sign, name in _BROWSERS if sign in told), "")
    system = next((name for sign, name in _SYSTEMS if sign in told), "")
    return ", ".join(part for part in (browser, system) if part)


def make_mark(key: bytes, person: str, epoch: int) -> str:
    """A mark for the device from which somebody just logged in."""
    body = f"{person}.{epoch}.{new_id()}"
    return f"{body}.{_sign(key, body)}"


def read_mark(key: bytes, mark: str) -> tuple[str, int, str] | None:
    """Whose device it is, since which epoch, and its id; None if the mark is not ours."""
    body, _, signature = mark.rpartition(".")
    parts = body.split(".")
    if (
        len(parts) != 3
        or not parts[1].isdecimal()
        or not hmac.compare_digest(_sign(key, body).encode(), signature.encode())
    ):
        return None
    return parts[0], int(parts[1]), parts[2]


def _sign(key: bytes, body: str) -> str:
    # Told apart from the signed cookies of before, which the same key signed.
    return hmac.new(key, b"device:" + body.encode(), hashlib.sha256).hexdigest()
