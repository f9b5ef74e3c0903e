"""Rows of a store for copies of a session, whose checksums include its id (Documentation/store.md)."""

import ctypes
import ctypes.util

SODIUM = ctypes.CDLL(ctypes.util.find_library("sodium"))
# The public key of the checksums.
KEY = bytes(range(16))
# The columns of a session that its checksum covers, in this order, after those that never change. A store in SQLite has no
# column for the number of replies.
ORIGIN = ("application", "client", "created_at", "creation_key", "creation_request")
HEADER = ("generation", "revision", "credential", "used_at", "expires_at", "account", "credential_issue", "devices", "replies")


def session(row, id):
    """Returns the row of a copy of a session that has no replies, as a dictionary by columns."""
    copy = {**row, "id": id}
    # A time that there is none of is 0 in SQLite, and NULL in PostgreSQL.
    covered = {"replies": 0, **copy, "used_at": copy["used_at"] or None}
    origin = item(id) + b"".join(item(copy[name]) for name in ORIGIN)
    header = item(signed(checksum(origin))) + b"".join(item(covered[name]) for name in HEADER)
    return {**copy, "hash": signed(checksum(header + item(0) + item(copy["due_at"])))}


def record(bytes_, id, columns=()):
    """Returns the record of a copy of a session, whose checksum covers numbers in columns beside it, too."""
    body = bytes_[:-8]
    beside = b"".join(column.to_bytes(8, "big", signed=True) for column in columns)
    return body + checksum(body + id.encode() + beside)[::-1]


def item(value):
    """Returns a value as a checksum covers it: behind its length."""
    if value is None:
        return b"\0"
    if isinstance(value, int):
        return b"\x08" + value.to_bytes(8, "little", signed=True)
    data = value.encode() if isinstance(value, str) else value
    return item(len(data)) + data


def checksum(data):
    result = ctypes.create_string_buffer(8)
    SODIUM.crypto_shorthash(result, data, ctypes.c_ulonglong(len(data)), KEY)
    return result.raw


def signed(checksum):
    return int.from_bytes(checksum, "little", signed=True)
