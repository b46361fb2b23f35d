"""What `dumpsys telephony.registry` and `dumpsys telecom` print (TelephonyRegistry.java, ServiceState.java, "
"CallsManager.java)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulator.services.printing import java, object_hash

if TYPE_CHECKING:
    from simulator.phone import Phone

_RIL = {"LTE": 14, "NR": 20, "UMTS": 3, "HSPA": 11, "HSDPA": 9, "EDGE": 2, "GPRS": 1, "GSM": 16}
_NETWORK = {"LTE": 13, "NR": 20, "UMTS": 3, "HSPA": 10, "HSDPA": 8, "EDGE": 2, "GPRS": 1, "GSM": 16}
_UNKNOWN = 2_147_483_647
_RSRP = (-125, -115, -105, -95, -85)  # by bars


def _service_state(phone: Phone) -> str:
    radio, api = phone.state.telephony, phone.state.device.api_level
    on_air = phone.telephony.on_air
    number = 3 if phone.state.airplane_mode else 0 if on_air else 1
    word = {0: "IN_SERVICE", 1: "OUT_OF_SERVICE", 3: "POWER_OFF"}[number]
    operator = radio.operator if on_air else "null"
    tech = f"{_RIL.get(radio.network_type, 0)}({radio.network_type})" if on_air else "0(Unknown)"
    roaming = radio.roaming and on_air
    parts = [
        f"mVoiceRegState={number}({word})",
        f"mDataRegState={number}({word})",
        f"mChannelNumber={1700 if on_air else -1}",
        f"duplexMode()={1 if on_air else 0}",
        f"mCellBandwidths=[{20000 if on_air else ''}]",
    ]
    if api < 29:
        kind = "roaming" if roaming else "home"
        parts += [f"mVoiceRoamingType={kind}", f"mDataRoamingType={kind}"]
    parts += [
        f"mOperatorAlphaLong={operator}",
        f"mOperatorAlphaShort={operator}",
        "isManualNetworkSelection=false(automatic)",
        f"getRilVoiceRadioTechnology={tech}",
        f"getRilDataRadioTechnology={tech}",
        "mCssIndicator=unsupported",
        "mNetworkId=-1",
        "mSystemId=-1",
        "mCdmaRoamingIndicator=-1",
        "mCdmaDefaultRoamingIndicator=-1",
        "mIsEmergencyOnly=false",
    ]
    if api >= 29:
        registration = ("ROAMING" if roaming else "HOME") if on_air else "NOT_REG_OR_SEARCHING"
        roam = "UNKNOWN" if roaming else "NOT_ROAMING"
        tech_name = radio.network_type if on_air else "UNKNOWN"
        regs = ", ".join(
            f"NetworkRegistrationInfo{{ domain={domain} transportType=WWAN registrationState={registration} "
            f"roamingType={roam} accessNetworkTechnology={tech_name} rejectCause=0 emergencyEnabled=false "
            f"availableServices=[{services}] cellIdentity={_cell(phone) if on_air else 'null'}}}"
            for domain, services in (("CS", "VOICE,SMS,VIDEO"), ("PS", "DATA"))
        )
        parts += [
            "isUsingCarrierAggregation=false",
            "mArfcnRsrpBoost=0",
            f"mNetworkRegistrationInfos=[{regs}]",
            "mNrFrequencyRange=0",
            f"mOperatorAlphaLongRaw={operator}",
            f"mOperatorAlphaShortRaw={operator}",
            f"mIsDataRoamingFromRegistration={java(roaming)}",
            "mIsIwlanPreferred=false",
        ]
    return "{" + ", ".join(parts) + "}"


def _cell(phone: Phone) -> str:
    radio = phone.state.telephony
    mcc, mnc = radio.mcc_mnc[:3], radio.mcc_mnc[3:]
    return (
        f"CellIdentityLte:{{ mBandwidth=20000 mMcc={mcc} mMnc={mnc} mAlphaLong={radio.operator} "
        f"mAlphaShort={radio.operator} mAdditionalPlmns={{}} mCsgInfo=null}}"
    )


def _signal(phone: Phone) -> str:
    radio, api = phone.state.telephony, phone.state.device.api_level
    on_air = phone.telephony.on_air
    level = radio.signal_level if on_air else 0
    rsrp = _RSRP[level] if on_air else _UNKNOWN
    rssi = rsrp + 29 if on_air else _UNKNOWN
    rsrq = -11 if on_air else _UNKNOWN
    if api < 29:
        asu = 20 + level if on_air else 99
        rest = f"{_UNKNOWN} {_UNKNOWN} {_UNKNOWN} 0 0 0 gsm|lte use_rsrp_and_rssnr_for_lte_level "
        return f"SignalStrength: 99 0 -120 -160 -120 -1 -1 {asu} {rsrp} {rsrq} 300 {rest}"
    none = _UNKNOWN
    return (
        f"SignalStrength:{{mCdma=CellSignalStrengthCdma: cdmaDbm={none} cdmaEcio={none} evdoDbm={none} evdoEcio={none} "
        f"evdoSnr={none} level=0,mGsm=CellSignalStrengthGsm: rssi={none} ber={none} mTa={none} mLevel=0,"
        f"mWcdma=CellSignalStrengthWcdma: ss={none} ber={none} rscp={none} ecno={none} level=0,"
        f"mTdscdma=CellSignalStrengthTdscdma: rssi={none} ber={none} rscp={none} level=0,"
        f"mLte=CellSignalStrengthLte: rssi={rssi} rsrp={rsrp} rsrq={rsrq} rssnr={11 if on_air else none} "
        f"cqiTableIndex={none} cqi={none} ta={none} level={level} parametersUseForLevel=0,"
        f"mNr=CellSignalStrengthNr:{{ csiRsrp = {none} csiRsrq = {none} csiSinr = {none} ssRsrp = {none} ssRsrq = {none} "
        f"ssSinr = {none} level = 0 parametersUseForLevel = 0 }},primary=CellSignalStrengthLte}}"
    )


def dump(phone: Phone) -> str:
    """`dumpsys telephony.registry`."""
    radio, api = phone.state.telephony, phone.state.device.api_level
    call = radio.call
    state = 0 if call is None else 1 if call.state == "ringing" else 2
    number = call.number if call is not None and call.direction == "incoming" else ""
    data_state = 2 if phone.connectivity.default_transport() == "cellular" else 0
    on_air = phone.telephony.on_air
    network = radio.network_type if on_air else "UNKNOWN"
    foreground = {None: 0, "ringing": 0, "dialing": 3, "active": 1, "held": 0}[call.state if call else None]
    precise = (
        f"Ringing call state: {5 if state == 1 else 0}, Foreground call state: {foreground}, Background call state: 0, "
        "Disconnect cause: -1, Precise disconnect cause: -1"
    )
    lines = [f"    mCallState={state}"]
    if api >= 29:
        lines += [
            f"    mRingingCallState={5 if state == 1 else 0}",
            f"    mForegroundCallState={foreground}",
            "    mBackgroundCallState=0",
            f"    mPreciseCallState={precise}",
            "    mCallDisconnectCause=-1",
        ]
    lines += [
        f"    mCallIncomingNumber={number}",
        f"    mServiceState={_service_state(phone)}",
        "    mVoiceActivationState= 0",
        "    mDataActivationState= 0",
        f"    mUserMobileDataState= {java(radio.data_enabled)}",
        f"    mSignalStrength={_signal(phone)}",
        "    mMessageWaiting=false",
        "    mCallForwarding=false",
        "    mDataActivity=0",
        f"    mDataConnectionState={data_state}",
    ]
    if api >= 30:
        lines += [
            f"    mCellIdentity={_cell(phone) if on_air else 'null'}",
            "    mCellInfo=null",
            "    mImsCallDisconnectCause=null",
            "    mSrvccState=-1",
            f"    mCallNetworkType={_NETWORK.get(network, 0)}",
            f"    mPreciseDataConnectionStates={{{_data(phone) if data_state else ''}}}",
        ]
    else:
        lines += ["    mCellLocation=Bundle[{lac=1201, cid=27447553, psc=-1}]", "    mCellInfo=null"]
        if api >= 29:
            lines += ["    mImsCallDisconnectCause=null", "    mSrvccState=-1"]
    if api >= 31:
        lines += [
            f"    mTelephonyDisplayInfo=TelephonyDisplayInfo {{network={network}, override=NONE}}",
            f"    mIsDataEnabled={java(radio.data_enabled)}",
            "    mDataEnabledReason=0",
        ]
    tail = [
        "  mCarrierNetworkChangeState=false",
        "  mActiveDataSubId=1",
        f"  mRadioPowerState={0 if phone.state.airplane_mode else 1}",
        "  mDefaultPhoneId=0",
        "  mDefaultSubId=1",
    ]
    if api < 29:
        tail = ["  mPreciseDataConnectionState=Data Connection state: 0", "  mDefaultPhoneId=0", "  mDefaultSubId=1"]
    return "\n".join(["last known state:", "  Phone Id=0", *lines, *tail, "local logs:", ""])


def _data(phone: Phone) -> str:
    radio = phone.state.telephony
    apn = (
        f"[ApnSettingV7] Internet, 1, {radio.mcc_mnc}, internet, , null, , null, null, -1, default, IPV4V6, IP, true, 0"
    )
    return (
        f"Pair{{1 {apn}}}= state: CONNECTED, transport: WWAN, id: 1, network type: {radio.network_type}, "
        f"APN Setting: {apn}, fail cause: NONE"
    )


def dump_telecom(phone: Phone) -> str:
    """`dumpsys telecom`."""
    call = phone.state.telephony.call
    words = {"ringing": "RINGING", "dialing": "DIALING", "active": "ACTIVE", "held": "ON_HOLD"}
    lines = ["CallsManager: ", "  mCalls: "]
    if call is not None:
        name = f"TC@{call.started_ms % 1000}"
        masked = "*" * max(0, len(call.number) - 2) + call.number[-2:]
        lines.append(
            f"    [Call id={name}, state={words[call.state]}, tpac=ComponentInfo{{com.android.phone/"
            f"com.android.services.telephony.TelephonyConnectionService}}, [{object_hash('account')}], cmgr=null, "
            f"handle=tel:{masked}, vidst=A, childs(0), has_parent(false), cap=[[Capabilities: CAPABILITY_SUPPORT_HOLD"
            f" CAPABILITY_MUTE]], prop=[[Properties:]], voip=false, incoming={java(call.direction == 'incoming')}]"
        )
        lines.append(f"  mForegroundCall: {name}")
    else:
        lines.append("  mForegroundCall: none")
    lines += ["  mCallAudioManager:", f"    All calls: {'' if call is None else 'TC@' + str(call.started_ms % 1000)}"]
    return "\n".join(lines) + "\n"
