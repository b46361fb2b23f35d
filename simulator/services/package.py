"""PackageManagerService: packages, permissions, resolution."""

from __future__ import annotations

from simulator.services.service import Service


class PackageService(Service):
    """PackageManagerService: packages, permissions, resolution."""

    name = "package"
