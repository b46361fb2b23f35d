"""What a run of the agent is told: which phone, whose profile, which model and policy, where the trace goes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from agent.consent import Policy
from agent.perceive import THRESHOLD
from agent.restraint import Restraint


class AgentSettings(BaseModel):
    """Settings of one run. Times in minutes of phone time."""

    model_config = ConfigDict(extra="forbid")

    serial: str | None = None
    adb_host: str = "127.0.0.1"
    adb_port: int | None = None
    profile: dict[str, Any] = Field(default_factory=dict)
    model: str = "embedded"
    policy: Policy = Policy.ASK
    ui: str = "adb"
    threshold: float = Field(default=THRESHOLD, ge=0, le=1)
    tick_awake_min: float = Field(default=15, gt=0)
    tick_asleep_min: float = Field(default=60, gt=0)
    settle_s: float = Field(default=0, ge=0, description="how long a change must rest before the look (real phones: 5)")
    trace: Path
    resume: bool = Field(default=False, description="take up the run whose trace is there")
    screenshots: bool = True
    app_links: Path | None = None
    pool: Path | None = Field(default=None, description="another pool's file (api_pool.foreign)")
    bindings: Path | None = Field(default=None, description="YAML that maps it onto Android")
    restraint: Restraint = Field(default_factory=Restraint)
