"""Words about radios, roaming, flights and apps that drain the battery."""

from __future__ import annotations

import re

FLIGHT_MODE = re.compile(
    r"\b(?:flight mode|airplane mode|aeroplane mode|doors (?:are )?clos(?:ed|ing)|boarding (?:is )?complete[d]?"
    r"|ready for (?:take-?off|departure)|"
    r"taking off|take-?off in)\b|飞行模式|舱门(?:已)?关闭|登机结束|即将起飞|准备起飞",
    re.IGNORECASE,
)
DATA = re.compile(
    r"\b(?:mobile data|cellular data|data (?:limit|usage|plan|allowance|volume|roaming)|roaming|data)\b|流量"
    r"|移动数据|漫游",
    re.IGNORECASE,
)
DATA_COSTS = re.compile(
    r"\b(?:roaming|charges? (?:may )?apply|extra (?:cost|charge)|limit (?:reached|warning)|(?:8|9)\d ?% (?:of"
    r"|used)|used up|almost used|warning|exceeded)\b"
    r"|漫游|资费|超出|用完|即将用尽|已用(?:8|9)\d|预警|不足",
    re.IGNORECASE,
)
LOCATION_NEEDED = re.compile(
    r"\b(?:turn on|enable|needs?|requires?|switch on)\b.{0,24}\b(?:location|gps)\b|location (?:is )?(?:off"
    r"|disabled)|(?:打开|开启|需要).{0,6}(?:定位|位置)|(?:定位|位置)(?:服务|信息)?(?:已"
    r"|被)?关闭|定位不到|无法(?:获取)?定位|\b(?:can'?t|cannot|unable to) (?:find|get|determine) your (?:location"
    r"|position)",
    re.IGNORECASE,
)
BLUETOOTH_NEEDED = re.compile(
    r"\b(?:turn on|enable|needs?|requires?|switch on)\b.{0,24}\bbluetooth\b|bluetooth (?:is )?(?:off|disabled)"
    r"|(?:打开|开启|需要).{0,6}蓝牙|蓝牙(?:已)?关闭",
    re.IGNORECASE,
)
WEARS = re.compile(r"headphones|earbuds|buds|headset|earphones|耳机", re.IGNORECASE)
DRAINS = re.compile(
    r"([A-Z][\w .&+-]{1,30}?) (?:is |keeps )?(?:using|draining|drains|consuming|uses)\b.{0,30}\b(?:battery|power)\b"
    r"|([㐀-鿿A-Za-z]{2,12}?)(?:正在)?(?:后台)?(?:耗电|消耗.{0,4}电量|高耗电)",
)
RING_AGAIN = re.compile(
    r"(?:ring(?:er|tone)?|sound|loud|phone).{0,40}(?:back on|on again|again|back to normal)|(?:铃声|响铃"
    r"|声音).{0,10}(?:恢复|打开|调回)|(?:恢复|打开|调回).{0,10}(?:铃声|响铃|声音)",
    re.IGNORECASE,
)
