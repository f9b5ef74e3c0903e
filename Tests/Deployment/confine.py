"""Starts a program with the mask, the address families and the system calls of a unit of systemd, as systemd would.

No memory may be writable and executable, as with MemoryDenyWriteExecute=yes.

    confine.py UMASK FAMILY,… CALL,… PROGRAM ARGUMENT…
"""

import errno
import os
import socket
import sys

import seccomp

mask, families, calls, *command = sys.argv[1:]
os.umask(int(mask, 8))
rules = seccomp.SyscallFilter(seccomp.ERRNO(errno.EPERM))
for call in calls.split(","):
    try:
        number = seccomp.resolve_syscall(seccomp.Arch(), call)
    except Exception:
        continue
    if number < 0 or call in ("socket", "mmap", "mprotect", "pkey_mprotect"):
        continue
    rules.add_rule(seccomp.ALLOW, call)
allowed = [getattr(socket, family) for family in families.split(",")]
for family in range(64):
    action = seccomp.ALLOW if family in allowed else seccomp.ERRNO(errno.EAFNOSUPPORT)
    rules.add_rule(action, "socket", seccomp.Arg(0, seccomp.EQ, family))
WRITE, EXECUTE = 2, 4
for protection in (0, WRITE, EXECUTE):
    rules.add_rule(seccomp.ALLOW, "mmap", seccomp.Arg(2, seccomp.MASKED_EQ, WRITE | EXECUTE, protection))
for call in ("mprotect", "pkey_mprotect"):
    rules.add_rule(seccomp.ALLOW, call, seccomp.Arg(2, seccomp.MASKED_EQ, EXECUTE, 0))
rules.load()
os.execvp(command[0], command)
