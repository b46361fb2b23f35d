"""The camera: photo and video modes, and a shutter that leaves a file and a media row."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from PIL import Image

from simulator.apps.app import LAUNCHER, ActivitySpec, IntentFilter, Manifest
from simulator.apps.pages import Page, PagedApp, stable
from simulator.screen.views import View, button, image, row

if TYPE_CHECKING:
    from simulator.state import Activity, Intent

STILL = ("android.media.action.STILL_IMAGE_CAMERA", "android.media.action.STILL_IMAGE_CAMERA_SECURE")
VIDEO = ("android.media.action.VIDEO_CAMERA", "android.media.action.VIDEO_CAPTURE")
FOLDER = "/storage/emulated/0/DCIM/Camera"


def picture(seed: str, size: tuple[int, int] = (320, 240)) -> bytes:
    """A JPEG in a colour that depends on the seed."""
    tone = stable(seed, 0xFFFFFF)
    out = io.BytesIO()
    Image.new("RGB", size, (tone >> 16, tone >> 8 & 255, tone & 255)).save(out, "JPEG", quality=60)
    return out.getvalue()


class CameraApp(PagedApp):
    """`data["recording_ms"]` is when a recording began."""

    package = "com.google.android.GoogleCamera"
    manifest = Manifest(
        "Camera",
        "相机",
        (
            ActivitySpec(
                "com.android.camera.CameraLauncher",
                (LAUNCHER, IntentFilter((*STILL, "android.media.action.IMAGE_CAPTURE"))),
                launcher=True,
            ),
            ActivitySpec("com.android.camera.activity.CaptureActivity", (IntentFilter(VIDEO),)),
        ),
        permissions=("android.permission.CAMERA", "android.permission.RECORD_AUDIO"),
        version_name="9.3.160.621982096.24",
        version_code=67130552,
        color="#202124",
    )
    home = "photo"

    def _route(self, activity: Activity, intent: Intent) -> Page | None:
        return ("video", {}) if intent.action in VIDEO else None

    def shoot(self) -> str:
        """Take a photo; returns its path."""
        path = f"{FOLDER}/PXL_{self.local().strftime('%Y%m%d_%H%M%S')}{self.now % 1000:03d}.jpg"
        return self._keep(path, "image/jpeg", picture(path, (1024, 768)), width=1024, height=768)

    def _keep(self, path: str, mime: str, data: bytes, **more: Any) -> str:
        self.phone.content.add_media(path, mime, data=data, **more)
        self.phone.changed()
        return path

    def _record(self) -> None:
        began = self.data.pop("recording_ms", None)
        if began is None:
            self.data["recording_ms"] = self.now
            self.phone.changed()
            return
        path = f"{FOLDER}/PXL_{self.local(began).strftime('%Y%m%d_%H%M%S')}{began % 1000:03d}.mp4"
        # A file type box is enough to be an MP4 to whoever looks at the type; there is nothing to see in it.
        self._keep(
            path,
            "video/mp4",
            b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom",
            duration_ms=self.now - began,
            width=1920,
            height=1080,
        )

    def _modes(self, activity: Activity, chosen: str) -> View:
        return self.tabs(activity, chosen, ("photo", self.say("Photo", "照片")), ("video", self.say("Video", "视频")))

    def _last(self) -> str:
        own = [one.path for one in self.phone.state.providers.media if one.path.startswith(FOLDER)]
        return own[-1].rpartition("/")[2] if own else ""

    def _preview(self) -> View:
        if self.phone.packages.granted(self.package, "android.permission.CAMERA"):
            return image("photo:viewfinder", height=480, id="preview")
        return self.line(self.say("The camera may not be used", "无权使用相机"), id="no_permission")

    def _page_photo(self, activity: Activity, here: dict[str, Any]) -> View:
        shutter = button("◯", lambda: self._shoot(), id="shutter_button", desc=self.say("Take photo", "拍照"), weight=1)
        return self.screen(
            activity,
            self.say("Camera · Photo", "相机 · 照片"),
            self._preview(),
            self.line(self._last(), id="last_shot"),
            bottom=(row(shutter), self._modes(activity, "photo")),
        )

    def _shoot(self) -> None:
        if self.phone.packages.granted(self.package, "android.permission.CAMERA"):
            self.shoot()

    def _page_video(self, activity: Activity, here: dict[str, Any]) -> View:
        running = "recording_ms" in self.data
        label = self.say("Stop recording", "停止录像") if running else self.say("Start recording", "开始录像")
        shutter = button("■" if running else "●", self._record, id="shutter_button", desc=label, weight=1)
        seconds = (self.now - self.data["recording_ms"]) // 1000 if running else 0
        return self.screen(
            activity,
            self.say("Camera · Video", "相机 · 视频"),
            self._preview(),
            self.line(f"{seconds // 60:02d}:{seconds % 60:02d}" if running else self._last(), id="recording_time"),
            bottom=(row(shutter), self._modes(activity, "video")),
        )
