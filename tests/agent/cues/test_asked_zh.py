"""The same in Chinese, with proposals in the profile's language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from device.capture.people import Contact

Build = Callable[..., Any]

ASKED = [
    ("我在门口，发个定位给我", "share_location"),
    ("把昨天那份合同发我一下", "share_file"),
    ("晚上七点在海边小馆订个位，六个人", 'time="2026-06-10T19:00", party_size=6'),
    ("周五晚上六点半去外婆菜馆吃饭，你订个四人的桌吧", 'time="2026-06-12T18:30"'),
    ("买牛奶、鸡蛋、土豆，帮我记一下", "create_note"),
    ("你看一下这个 https://example.cn/a/1", "open_url"),
    ("家里洗衣液没了，你网上买一瓶", 'search_product(query="洗衣液")'),
    ("帮大家拍张合影", "open_camera"),
    ("给我点份麻辣烫", "order_food"),
    ("附近找个咖啡馆吧", "search_nearby"),
    ("有空给我回个电话", "make_call"),
    ("帮我查一下故宫几点关门", "web_search"),
    ("有孙晓的电话吗", 'find_contact(name="孙晓")'),
    ("周六下午有空吗", "list_calendar_events"),
    ("明天下午三点记得去接孩子", 'time="2026-06-11T15:00"'),
    ("会议开始了，快进来 https://meeting.tencent.com/dm/123", "join_meeting"),
]

NOT_ASKED = [
    "昨天那家餐厅真好吃", "哈哈哈好的", "我快到家了", "谢谢你的照片", "早上好！", "晚安", "我一会儿把文件发你",
    "我已经订好位了，明天7点见",
]  # fmt: skip


def phone(scene: Build) -> Any:
    profile = {"name": "何明", "language": "zh", "country": "CN", "people": {"方静": "妻子"}}
    made = scene(at="2026-06-10 12:00", zone="Asia/Shanghai", profile=profile)
    made.contacts = [Contact(name="方静", phones=("+8613800000001",)), Contact(name="孙晓", phones=("+8613800000002",))]
    return made.files("Download/租房合同.pdf", "DCIM/Camera/IMG_20260601.jpg")


@pytest.mark.parametrize(("text", "call"), ASKED)
def test_what_a_known_person_asks_for_is_proposed_in_chinese(scene: Build, text: str, call: str) -> None:
    made = phone(scene).chat("方静", text)
    assert call in made.best()
    assert any("㐀" <= char <= "鿿" for char in made.findings()[0].intent)


@pytest.mark.parametrize("text", NOT_ASKED)
def test_what_asks_for_nothing_is_left_alone(scene: Build, text: str) -> None:
    assert phone(scene).chat("方静", text).best() == ""
