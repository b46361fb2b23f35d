"""Installed packages and what the manifests of APKs declare."""

from __future__ import annotations

from pydantic import Field

from simulator.state.part import Part


class InstalledFilter(Part):
    """An intent filter of an APK's manifest."""

    actions: list[str] = Field(default_factory=list)
    categories: list[str] = Field(default_factory=list)
    schemes: list[str] = Field(default_factory=list)
    hosts: list[str] = Field(default_factory=list)
    types: list[str] = Field(default_factory=list)


class InstalledActivity(Part):
    """An activity of an APK's manifest; the class in full."""

    cls: str
    exported: bool
    filters: list[InstalledFilter] = Field(default_factory=list)


class Installed(Part):
    """What the manifest of an APK declares. `instrumentation`: runner class → target package."""

    activities: list[InstalledActivity] = Field(default_factory=list)
    services: list[str] = Field(default_factory=list)
    receivers: list[str] = Field(default_factory=list)
    instrumentation: dict[str, str] = Field(default_factory=dict)
    input_methods: list[str] = Field(default_factory=list)  # services that are keyboards; the class in full


class Package(Part):
    """An installed package. Permissions: name → granted. `installed` and `signer` (SHA-256 of the certificate, hex)
    are set where it came as an APK."""

    package: str
    label: str
    version_name: str = "1.0"
    version_code: int = 1
    uid: int
    system: bool = True
    enabled: bool = True
    stopped: bool = False
    installer: str | None = None
    first_install_ms: int = 0
    last_update_ms: int = 0
    min_sdk: int = 26
    target_sdk: int = 34
    permissions: dict[str, bool] = Field(default_factory=dict)
    appops: dict[str, str] = Field(default_factory=dict)
    refused: list[str] = Field(default_factory=list)  # permissions that the user said no to, which are not asked again
    installed: Installed | None = None
    signer: str | None = None
