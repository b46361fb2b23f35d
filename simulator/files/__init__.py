"""The phone's file system, in memory, and the tree a phone starts with."""

from simulator.files.errors import (
    Exists,
    FileError,
    InvalidArgument,
    IsADirectory,
    NameTooLong,
    NoSpace,
    NotADirectory,
    NotEmpty,
    NotFound,
    NotPermitted,
    PermissionDenied,
    ReadOnly,
    TooManyLinks,
)
from simulator.files.filesystem import FileSystem
from simulator.files.node import FileStat, Node
from simulator.files.tree import Machine, android_tree, install_commands
from simulator.files.users import user_name, user_number

__all__ = [
    "Exists",
    "FileError",
    "FileStat",
    "FileSystem",
    "InvalidArgument",
    "IsADirectory",
    "Machine",
    "NameTooLong",
    "NoSpace",
    "Node",
    "NotADirectory",
    "NotEmpty",
    "NotFound",
    "NotPermitted",
    "PermissionDenied",
    "ReadOnly",
    "TooManyLinks",
    "android_tree",
    "install_commands",
    "user_name",
    "user_number",
]
