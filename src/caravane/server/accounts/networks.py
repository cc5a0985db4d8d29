"""Where somebody comes from, as limits count it."""

import ipaddress
from functools import lru_cache


@lru_cache(maxsize=10_000)
def network_of(address: str) -> str:
    """An address; of IPv6 the network, since one household has as many addresses as it likes."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)
