"""What the properties of the phone are, computed from its state (build.prop of a Pixel, telephony's gsm.* ones)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simulator.phone import Phone

_BUILD = {
    28: ("PQ3A.190801.002", "5670241", "2019-08-05"),
    29: ("QQ3A.200805.001", "6578210", "2020-08-05"),
    30: ("RQ3A.211001.001", "7641976", "2021-10-05"),
    31: ("SP1A.210812.016", "7679548", "2021-11-05"),
    32: ("SP2A.220505.002", "8353555", "2022-05-05"),
    33: ("TQ3A.230805.001", "10316531", "2023-08-05"),
    34: ("UQ1A.240205.002", "11224170", "2024-02-05"),
    35: ("AP4A.250205.002", "12821496", "2025-02-05"),
    36: ("BP2A.250605.031", "13578606", "2025-06-05"),
}
_CODENAMES = {
    28: "Pie",
    29: "Q",
    30: "R",
    31: "S",
    32: "Sv2",
    33: "Tiramisu",
    34: "UpsideDownCake",
    35: "VanillaIceCream",
    36: "Baklava",
}
_FIXED = {
    "aaudio.mmap_policy": "2",
    "audio.offload.min.duration.secs": "30",
    "bluetooth.device.default_name": "Pixel",
    "bluetooth.profile.a2dp.source.enabled": "true",
    "bluetooth.profile.hfp.ag.enabled": "true",
    "cache_key.is_power_save_mode": "-6238521974321654",
    "dalvik.vm.appimageformat": "lz4",
    "dalvik.vm.dex2oat-Xms": "64m",
    "dalvik.vm.dex2oat-Xmx": "512m",
    "dalvik.vm.heapgrowthlimit": "256m",
    "dalvik.vm.heapmaxfree": "32m",
    "dalvik.vm.heapminfree": "8m",
    "dalvik.vm.heapsize": "512m",
    "dalvik.vm.heapstartsize": "16m",
    "dalvik.vm.heaptargetutilization": "0.5",
    "dalvik.vm.isa.arm64.variant": "cortex-a55",
    "dalvik.vm.usejit": "true",
    "debug.atrace.tags.enableflags": "0",
    "debug.force_rtl": "false",
    "dev.bootcomplete": "1",
    "drm.service.enabled": "true",
    "gsm.version.ril-impl": "android reference-ril 1.0",
    "init.svc.adbd": "running",
    "init.svc.audioserver": "running",
    "init.svc.bootanim": "stopped",
    "init.svc.surfaceflinger": "running",
    "init.svc.zygote": "running",
    "keyguard.no_require_sim": "true",
    "log.tag.APM_AudioPolicyManager": "D",
    "media.mediadrmservice.enable": "true",
    "net.bt.name": "Android",
    "persist.debug.dalvik.vm.core_platform_api_policy": "just-warn",
    "persist.radio.multisim.config": "ssss",
    "persist.sys.boot.reason.history": "reboot,1700000000",
    "persist.sys.dalvik.vm.lib.2": "libart.so",
    "persist.sys.usb.config": "adb",
    "persist.traced.enable": "1",
    "ro.actionable_compatible_property.enabled": "true",
    "ro.adb.secure": "1",
    "ro.allow.mock.location": "0",
    "ro.apex.updatable": "true",
    "ro.audio.silent": "0",
    "ro.boot.slot_suffix": "_a",
    "ro.boot.vbmeta.device_state": "locked",
    "ro.boot.verifiedbootstate": "green",
    "ro.bootmode": "unknown",
    "ro.carrier": "unknown",
    "ro.com.android.dataroaming": "false",
    "ro.config.alarm_alert": "Fresh_start.ogg",
    "ro.config.notification_sound": "Eureka.ogg",
    "ro.config.ringtone": "Your_new_adventure.ogg",
    "ro.control_privapp_permissions": "enforce",
    "ro.crypto.state": "encrypted",
    "ro.crypto.type": "file",
    "ro.dalvik.vm.native.bridge": "0",
    "ro.debuggable": "0",
    "ro.hwui.use_vulkan": "true",
    "ro.opengles.version": "196610",
    "ro.product.cpu.abi": "arm64-v8a",
    "ro.product.cpu.abilist": "arm64-v8a,armeabi-v7a,armeabi",
    "ro.product.cpu.abilist32": "armeabi-v7a,armeabi",
    "ro.product.cpu.abilist64": "arm64-v8a",
    "ro.secure": "1",
    "ro.treble.enabled": "true",
    "ro.wifi.channels": "",
    "ro.zygote": "zygote64_32",
    "selinux.restorecon_recursive": "/data/misc_ce/0",
    "service.bootanim.exit": "1",
    "sys.boot_completed": "1",
    "sys.rescue_boot_count": "1",
    "sys.usb.config": "adb",
    "sys.usb.state": "adb",
    "sys.user.0.ce_available": "true",
    "vold.has_adoptable": "0",
    "wifi.interface": "wlan0",
}


def computed(phone: Phone) -> dict[str, str]:
    """Every property that follows from the phone's state."""
    device = phone.state.device
    build_id, incremental, patch = _BUILD[device.api_level]
    emulator = device.serial.startswith("emulator-")
    fingerprint = (
        f"{device.brand}/{device.product}/{device.device}:{device.release}/{build_id}/{incremental}"
        f":{device.build_type}/release-keys"
    )
    values = dict(_FIXED)
    values.update(
        {
            "net.bt.name": "Android",
            "persist.sys.locale": device.locale,
            "persist.sys.timezone": device.timezone,
            "ro.boot.hardware": "ranchu" if emulator else device.device,
            "ro.boot.serialno": _serial(device.serial),
            "ro.bootimage.build.fingerprint": fingerprint,
            "ro.build.characteristics": "emulator" if emulator else "nosdcard",
            "ro.build.date.utc": "1700000000",
            "ro.build.description": f"{device.product}-{device.build_type} {device.release} {build_id} "
            "{incremental} release-keys",
            "ro.build.display.id": build_id,
            "ro.build.fingerprint": fingerprint,
            "ro.build.flavor": f"{device.product}-{device.build_type}",
            "ro.build.host": "android-build",
            "ro.build.id": build_id,
            "ro.build.product": device.device,
            "ro.build.tags": "release-keys",
            "ro.build.type": device.build_type,
            "ro.build.user": "android-build",
            "ro.build.version.all_codenames": "REL",
            "ro.build.version.codename": "REL",
            "ro.build.version.incremental": incremental,
            "ro.build.version.preview_sdk": "0",
            "ro.build.version.release": device.release,
            "ro.build.version.sdk": str(device.api_level),
            "ro.build.version.security_patch": patch,
            "ro.debuggable": "1" if device.build_type == "userdebug" else "0",
            "ro.hardware": "ranchu" if emulator else device.device,
            "ro.product.board": device.device,
            "ro.product.brand": device.brand,
            "ro.product.build.fingerprint": fingerprint,
            "ro.product.device": device.device,
            "ro.product.first_api_level": str(min(device.api_level, 34)),
            "ro.product.locale": "en-US",
            "ro.product.manufacturer": device.manufacturer,
            "ro.product.model": device.model,
            "ro.product.name": device.product,
            "ro.product.system.brand": device.brand,
            "ro.product.system.model": device.model,
            "ro.product.vendor.model": device.model,
            "ro.serialno": _serial(device.serial),
            "ro.sf.lcd_density": str(device.density),
            "ro.system.build.version.sdk": str(device.api_level),
            "ro.vendor.build.fingerprint": fingerprint,
            "ro.vndk.version": str(device.api_level),
        }
    )
    if device.api_level >= 30:
        values["ro.build.version.release_or_codename"] = device.release
    if device.api_level >= 33:
        values["ro.build.version.known_codenames"] = ",".join(
            name for level, name in _CODENAMES.items() if level <= device.api_level
        )
        values["ro.build.version.release_or_preview_display"] = device.release
    if emulator:
        values["ro.kernel.qemu" if device.api_level < 31 else "ro.boot.qemu"] = "1"
        values["ro.boot.qemu.avd_name"] = device.model.replace(" ", "_")
    values.update(_radio(phone))
    return values


def _serial(serial: str) -> str:
    return "EMULATOR30X0X0X0" if serial.startswith("emulator-") else serial


def _radio(phone: Phone) -> dict[str, str]:
    radio, off = phone.state.telephony, phone.state.airplane_mode
    on_air = radio.in_service and not off
    return {
        "gsm.current.phone-type": "1",
        "gsm.network.type": radio.network_type if on_air else "Unknown",
        "gsm.operator.alpha": radio.operator if on_air else "",
        "gsm.operator.iso-country": radio.country if on_air else "",
        "gsm.operator.isroaming": "true" if on_air and radio.roaming else "false",
        "gsm.operator.numeric": radio.mcc_mnc if on_air else "",
        "gsm.sim.operator.alpha": radio.operator,
        "gsm.sim.operator.iso-country": radio.country,
        "gsm.sim.operator.numeric": radio.mcc_mnc,
        "gsm.sim.state": "LOADED",
        "gsm.version.baseband": "1.0.0.0",
    }
