"""What can be wrong with a save or with writing it: codes with values, never sentences."""

from __future__ import annotations

import errno

from engine.refusals import MessdeckError


class SaveFault(MessdeckError):
    """A file that is no save, or a save that cannot be used.

    Codes and their values:

    ``missing`` (id): there is no such game.
    ``unreadable`` (reason): the system refused to read or write; reason is a code of
    ``reason_of``.
    ``too-big`` (bytes, most), ``too-deep`` (most), ``too-many`` (most): over a limit.
    ``not-a-save``: it does not begin like one.
    ``damaged`` (what): ``length`` or ``checksum`` does not agree.
    ``newer-format`` (version, known), ``unknown-format`` (version): the file's format.
    ``unknown-rules`` (rules, known), ``newer-rules`` (rules, version, known),
    ``unknown-rules-version`` (rules, version, known): one that was never released.
    ``bad-body`` (why): the bytes after the header are no msgpack of the allowed kind.
    ``bad-field`` (field, why): a field is missing, unknown, of a wrong type or out of its range.
    ``bad-option`` (fault): an option or player count that the rule set does not take.
    ``bad-position`` (fault): the snapshot cannot be restored or breaks an invariant.
    ``bad-log`` (index, text, fault): an entry that the rules do not allow where it stands.
    ``bad-commitment`` (text, fault): a pending choice that is not allowed.
    ``shuffle-differs`` (number): a shuffle that does not belong to the save's seed.
    ``position-differs`` (field): replaying the log leads somewhere else.
    ``engine-fault`` (cause): the rules failed on it in a way they should not.
    ``replay-not-available`` (version, known): the log does not reach back to the game's start.
    ``no-such-seat`` (seat, last): the seats are 0 to ``last``.
    ``bad-id``, ``exists``, ``nothing-there``: a game or file named by the caller.
    """


class InUse(SaveFault):
    """Somebody has the game open. ``values``: ``pid`` (0: unknown), ``who``, ``since`` (Unix
    seconds, 0: unknown)."""


def reason_of(error: OSError) -> str:
    """A short code for what the system said: ``disk-full``, ``read-only``, ``gone``, …"""
    return _REASONS.get(error.errno or 0, "other")


_REASONS = {
    errno.ENOSPC: "disk-full",
    errno.EDQUOT: "quota",
    errno.EFBIG: "file-limit",
    errno.EROFS: "read-only",
    errno.EACCES: "not-allowed",
    errno.EPERM: "not-allowed",
    errno.ENOENT: "gone",
    errno.ENOTDIR: "gone",
    errno.ESTALE: "gone",
    errno.ENODEV: "gone",
    errno.EIO: "device",
    errno.EMFILE: "too-many-files",
    errno.ENFILE: "too-many-files",
    errno.ENAMETOOLONG: "name-too-long",
    errno.ELOOP: "link",
    errno.EISDIR: "folder",
    errno.EADDRINUSE: "port-taken",
    errno.EADDRNOTAVAIL: "not-this-machine",
    errno.EAFNOSUPPORT: "not-this-machine",
}
