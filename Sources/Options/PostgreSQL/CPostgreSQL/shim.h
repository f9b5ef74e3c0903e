// libpq, and eventfd, which Swift's Glibc module lacks.

#include <libpq-fe.h>
#include <sys/eventfd.h>

#ifndef USHER_POSTGRESQL_SHIM_H
#define USHER_POSTGRESQL_SHIM_H

/// A new non-blocking eventfd, or -1, with errno set, when the system gives none.
static inline int
usher_postgresql_event_descriptor (void)
{
  return eventfd (0, EFD_NONBLOCK | EFD_CLOEXEC);
}

#endif
