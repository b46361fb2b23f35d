"""What the phone's file system refuses, with errno names and toybox's words."""

from __future__ import annotations

from typing import ClassVar


class FileError(Exception):
    """A refused file operation. `str(error)` is the text that toybox prints after the path; `name` is errno's."""

    name: ClassVar[str] = "EIO"
    code: ClassVar[int] = 5
    text: ClassVar[str] = "I/O error"

    def __init__(self, path: str = "") -> None:
        super().__init__(self.text)
        self.path = path


class NotPermitted(FileError):
    """Only the owner or root may."""

    name, code, text = "EPERM", 1, "Operation not permitted"


class NotFound(FileError):
    """Nothing has that path."""

    name, code, text = "ENOENT", 2, "No such file or directory"


class PermissionDenied(FileError):
    """The modes on the way do not let this uid."""

    name, code, text = "EACCES", 13, "Permission denied"


class Exists(FileError):
    """Something has that path already."""

    name, code, text = "EEXIST", 17, "File exists"


class NotADirectory(FileError):
    """A part of the path is no directory."""

    name, code, text = "ENOTDIR", 20, "Not a directory"


class IsADirectory(FileError):
    """A file was wanted, a directory is there."""

    name, code, text = "EISDIR", 21, "Is a directory"


class InvalidArgument(FileError):
    """What was asked makes no sense (a directory moved into itself)."""

    name, code, text = "EINVAL", 22, "Invalid argument"


class NoSpace(FileError):
    """The file would outgrow the phone's storage."""

    name, code, text = "ENOSPC", 28, "No space left on device"


class ReadOnly(FileError):
    """The path lies on a partition that is mounted read-only."""

    name, code, text = "EROFS", 30, "Read-only file system"


class NameTooLong(FileError):
    """A part of the path is longer than 255 bytes."""

    name, code, text = "ENAMETOOLONG", 36, "File name too long"


class NotEmpty(FileError):
    """The directory still holds something."""

    name, code, text = "ENOTEMPTY", 39, "Directory not empty"


class TooManyLinks(FileError):
    """Symbolic links go round in a circle."""

    name, code, text = "ELOOP", 40, "Too many symbolic links encountered"
