"""The core in a conversation: it answers, keeps what was disclosed, and looks beyond what was asked."""

from agent.chat.core import ChatCore
from agent.chat.history import History
from agent.chat.messages import Anchor, ChatMessage, ChatReply, FollowUp
from agent.chat.perceive import ChatPerception, perceive_dialogue

__all__ = [
    "Anchor",
    "ChatCore",
    "ChatMessage",
    "ChatPerception",
    "ChatReply",
    "FollowUp",
    "History",
    "perceive_dialogue",
]
