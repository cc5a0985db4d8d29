"""Native code behind one door: `kernel`. docs/kernels.md says what it does, and what happens where it cannot."""

from caravane.native.kernels import kernel

__all__ = ["kernel"]
