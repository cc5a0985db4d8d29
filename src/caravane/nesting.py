"""How deep JSON goes: decoders and printers recurse, so what comes from outside is measured before it is read."""

import re

DEEPEST = 32  # nothing of ours needs ten
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*+"?+', re.DOTALL)
_BRACKET = re.compile(rb"[\[\]{}]")


def is_too_deep(data: bytes) -> bool:
    """Whether brackets are nested deeper than anything of ours, whatever stands between them."""
    if data.count(b"[") + data.count(b"{") <= DEEPEST:
        return False
    depth = 0
    for bracket in _BRACKET.findall(_STRING.sub(b"", data)):
        depth += 1 if bracket in b"[{" else -1
        if depth > DEEPEST:
            return True
    return False
