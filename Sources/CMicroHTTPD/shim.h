// Wrappers for C functions that Swift can't call: libmicrohttpd's variadic functions, and eventfd, which Swift's Glibc
// module leaves out.

#include <microhttpd.h>
#include <sys/eventfd.h>

#ifndef USHER_MICROHTTPD_SHIM_H
#define USHER_MICROHTTPD_SHIM_H

/// The callbacks of a daemon; each gets `context` as its first argument.
struct usher_daemon_callbacks {
  void *context;
  MHD_AcceptPolicyCallback accept;
  MHD_AccessHandlerCallback handle;
  void *(*target) (void *context, const char *uri, struct MHD_Connection *connection);
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connection;
  MHD_LogCallback log;
};

/// Starts a daemon without a thread of its own on a socket that listens already.
///
/// With `certificate`, a gnutls_certificate_retrieve_function2, it speaks TLS 1.2 and 1.3; without one it speaks no TLS.
static inline struct MHD_Daemon *
usher_start_daemon (int listening_socket,
                    void *certificate,
                    unsigned int connection_limit,
                    size_t connection_memory_limit,
                    const struct usher_daemon_callbacks *callbacks)
{
  struct MHD_OptionItem tls[] = {
    { MHD_OPTION_HTTPS_CERT_CALLBACK, 0, certificate },
    { MHD_OPTION_HTTPS_PRIORITIES, 0, "SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:%SERVER_PRECEDENCE" },
    { MHD_OPTION_END, 0, NULL },
  };
  return MHD_start_daemon (
    MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG | (certificate ? MHD_USE_TLS : 0),
    0,
    callbacks->accept, callbacks->context,
    callbacks->handle, callbacks->context,
    // The logger comes first, so that errors in the other options are reported to it.
    MHD_OPTION_EXTERNAL_LOGGER, callbacks->log, callbacks->context,
    MHD_OPTION_ARRAY, certificate ? tls : tls + 2,
    MHD_OPTION_LISTEN_SOCKET, listening_socket,
    MHD_OPTION_CONNECTION_LIMIT, connection_limit,
    MHD_OPTION_CONNECTION_MEMORY_LIMIT, connection_memory_limit,
    MHD_OPTION_CONNECTION_TIMEOUT, 0u,
    // The request validator is stricter, and its responses are problems; libmicrohttpd's are HTML and have their head twice.
    MHD_OPTION_STRICT_FOR_CLIENT, 0,
    MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
    MHD_OPTION_URI_LOG_CALLBACK, callbacks->target, callbacks->context,
    MHD_OPTION_NOTIFY_COMPLETED, callbacks->completed, callbacks->context,
    MHD_OPTION_NOTIFY_CONNECTION, callbacks->connection, callbacks->context,
    MHD_OPTION_END);
}

/// The epoll descriptor, which is readable when the daemon has work; -1 when there is none.
static inline int
usher_epoll_descriptor (struct MHD_Daemon *daemon)
{
  const union MHD_DaemonInfo *info = MHD_get_daemon_info (daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? info->epoll_fd : -1;
}

/// The socket of a connection; -1 when there is none.
static inline int
usher_connection_descriptor (struct MHD_Connection *connection)
{
  const union MHD_ConnectionInfo *info = MHD_get_connection_info (connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

/// The pointer that the connection callback stored in its `socket_context`.
static inline void *
usher_connection_context (struct MHD_Connection *connection)
{
  const union MHD_ConnectionInfo *info = MHD_get_connection_info (connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

/// The address of the client; NULL when there is none.
static inline const struct sockaddr *
usher_client_address (struct MHD_Connection *connection)
{
  const union MHD_ConnectionInfo *info = MHD_get_connection_info (connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : NULL;
}

/// The size in bytes of the request line and the header as received.
static inline size_t
usher_request_head_size (struct MHD_Connection *connection)
{
  const union MHD_ConnectionInfo *info =
    MHD_get_connection_info (connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}

/// A new non-blocking eventfd; -1, with errno set, when the system gives none.
static inline int
usher_event_descriptor (void)
{
  return eventfd (0, EFD_NONBLOCK | EFD_CLOEXEC);
}

#endif
