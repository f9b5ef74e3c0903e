// The limit of libmicrohttpd: sends a fixed response, in the mode that Usher uses, and does nothing else.
//
// There is one daemon for each thread, each with a listening socket of its own (SO_REUSEPORT). The thread polls the daemon's
// epoll descriptor and an eventfd. With --gives-way it yields the processor before it sleeps, as Usher's loop does. With
// --durable each POST is suspended, a committer thread commits its row to SQLite (WAL, synchronous=FULL) in one transaction
// with all other waiting rows, and the loop resumes the request.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <getopt.h>
#include <microhttpd.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct request {
    struct MHD_Connection *connection;
    struct loop *loop;
    struct request *next;
    size_t body_size;
    bool is_known;
    bool is_committed;
};

struct loop {
    struct MHD_Daemon *daemon;
    struct MHD_Response *response;
    struct MHD_Response *not_modified;
    int epoll_fd;
    int event_fd;
    unsigned responded;
    pthread_mutex_t mutex;
    struct request *committed;
    pthread_t thread;
};

static bool gives_way = false;

static struct {
    const char *database;
    size_t row_size;
    long row_count;
    pthread_mutex_t mutex;
    pthread_cond_t condition;
    struct request *waiting;
} committer = {.row_size = 512, .row_count = 1024, .mutex = PTHREAD_MUTEX_INITIALIZER, .condition = PTHREAD_COND_INITIALIZER};

static _Noreturn void fail(const char *what, const char *why) {
    fprintf(stderr, "limit: %s: %s\n", what, why);
    exit(1);
}

// MARK: - The committer

static void run_sql(sqlite3 *database, const char *sql) {
    if (sqlite3_exec(database, sql, NULL, NULL, NULL) != SQLITE_OK) fail(sql, sqlite3_errmsg(database));
}

static sqlite3_stmt *prepare(sqlite3 *database, const char *sql) {
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) != SQLITE_OK)
        fail(sql, sqlite3_errmsg(database));
    return statement;
}

static void step(sqlite3 *database, sqlite3_stmt *statement) {
    if (sqlite3_step(statement) != SQLITE_DONE) fail("step", sqlite3_errmsg(database));
    sqlite3_reset(statement);
}

static sqlite3 *open_database(const char *path) {
    sqlite3 *database = NULL;
    if (sqlite3_open(path, &database) != SQLITE_OK) fail(path, sqlite3_errmsg(database));
    run_sql(database, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA locking_mode=EXCLUSIVE;"
                      "CREATE TABLE session (number INTEGER PRIMARY KEY, revision INTEGER NOT NULL, state BLOB NOT NULL);"
                      "BEGIN");
    sqlite3_stmt *insert = prepare(database, "INSERT INTO session VALUES (?, 1, randomblob(?))");
    for (long number = 0; number < committer.row_count; number++) {
        sqlite3_bind_int64(insert, 1, number);
        sqlite3_bind_int64(insert, 2, (sqlite3_int64)committer.row_size);
        step(database, insert);
    }
    sqlite3_finalize(insert);
    run_sql(database, "COMMIT");
    return database;
}

static struct request *take_waiting(void) {
    pthread_mutex_lock(&committer.mutex);
    while (committer.waiting == NULL) pthread_cond_wait(&committer.condition, &committer.mutex);
    struct request *batch = committer.waiting;
    committer.waiting = NULL;
    pthread_mutex_unlock(&committer.mutex);
    return batch;
}

static void hand_back(struct request *request) {
    struct loop *loop = request->loop;
    pthread_mutex_lock(&loop->mutex);
    bool must_wake = loop->committed == NULL;
    request->next = loop->committed;
    loop->committed = request;
    pthread_mutex_unlock(&loop->mutex);
    if (must_wake && eventfd_write(loop->event_fd, 1) != 0) fail("eventfd_write", strerror(errno));
}

static void *commit_all(void *path) {
    sqlite3 *database = open_database(path);
    sqlite3_stmt *begin = prepare(database, "BEGIN IMMEDIATE");
    sqlite3_stmt *update = prepare(database, "UPDATE session SET revision = revision + 1, state = ? WHERE number = ?");
    sqlite3_stmt *commit = prepare(database, "COMMIT");
    char *state = calloc(1, committer.row_size);
    long number = 0;
    for (;;) {
        struct request *batch = take_waiting();
        step(database, begin);
        for (struct request *request = batch; request != NULL; request = request->next) {
            memcpy(state, &number, sizeof number);
            sqlite3_bind_blob64(update, 1, state, committer.row_size, SQLITE_STATIC);
            sqlite3_bind_int64(update, 2, number);
            step(database, update);
            number = (number + 1) % committer.row_count;
        }
        step(database, commit);
        while (batch != NULL) {
            struct request *next = batch->next;
            hand_back(batch);
            batch = next;
        }
    }
    return NULL;
}

// MARK: - Requests

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *path, const char *method,
                              const char *version, const char *data, size_t *data_size, void **kept) {
    (void)path, (void)version, (void)data;
    struct loop *loop = context;
    struct request *request = *kept;
    if (!request->is_known) {
        request->is_known = true;
        return MHD_YES;
    }
    if (*data_size > 0) {
        request->body_size += *data_size;
        *data_size = 0;
        return MHD_YES;
    }
    if (committer.database != NULL && strcmp(method, "POST") == 0 && !request->is_committed) {
        request->connection = connection;
        request->loop = loop;
        MHD_suspend_connection(connection);
        pthread_mutex_lock(&committer.mutex);
        bool must_wake = committer.waiting == NULL;
        request->next = committer.waiting;
        committer.waiting = request;
        pthread_mutex_unlock(&committer.mutex);
        if (must_wake) pthread_cond_signal(&committer.condition);
        return MHD_YES;
    }
    loop->responded++;
    if (strcmp(method, "GET") == 0 && MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "If-None-Match") != NULL)
        return MHD_queue_response(connection, MHD_HTTP_NOT_MODIFIED, loop->not_modified);
    return MHD_queue_response(connection, MHD_HTTP_OK, loop->response);
}

static void *start_request(void *context, const char *uri, struct MHD_Connection *connection) {
    (void)context, (void)uri, (void)connection;
    return calloc(1, sizeof(struct request));
}

static void complete_request(void *context, struct MHD_Connection *connection, void **kept,
                             enum MHD_RequestTerminationCode reason) {
    (void)context, (void)connection, (void)reason;
    free(*kept);
    *kept = NULL;
}

// MARK: - Loops

static void *run_loop(void *context) {
    struct loop *loop = context;
    bool is_busy = false;
    for (;;) {
        MHD_UNSIGNED_LONG_LONG patience = 0;
        int milliseconds = MHD_get_timeout(loop->daemon, &patience) == MHD_YES ? (int)patience : -1;
        if (milliseconds != 0) {
            struct pollfd descriptors[] = {{.fd = loop->epoll_fd, .events = POLLIN}, {.fd = loop->event_fd, .events = POLLIN}};
            if (is_busy) sched_yield();
            if (!is_busy || poll(descriptors, 2, 0) == 0) poll(descriptors, 2, milliseconds);
            eventfd_t count;
            if (descriptors[1].revents != 0) eventfd_read(loop->event_fd, &count);
        }
        pthread_mutex_lock(&loop->mutex);
        struct request *committed = loop->committed;
        loop->committed = NULL;
        pthread_mutex_unlock(&loop->mutex);
        while (committed != NULL) {
            struct request *next = committed->next;
            committed->is_committed = true;
            MHD_resume_connection(committed->connection);
            committed = next;
        }
        unsigned responded = loop->responded;
        MHD_run(loop->daemon);
        is_busy = gives_way && loop->responded - responded > 1;
    }
    return NULL;
}

static int listen_at(uint16_t *port) {
    int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    int on = 1;
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(*port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t length = sizeof address;
    if (bind(descriptor, (struct sockaddr *)&address, length) != 0 || listen(descriptor, 1024) != 0)
        fail("listen", strerror(errno));
    getsockname(descriptor, (struct sockaddr *)&address, &length);
    *port = ntohs(address.sin_port);
    return descriptor;
}

/// Creates a response with the same header fields as Usher's responses, so that the same number of bytes is sent.
static struct MHD_Response *make_response(const char *bytes, size_t size) {
    struct MHD_Response *response = MHD_create_response_from_buffer(size, (void *)bytes, MHD_RESPMEM_PERSISTENT);
    if (size > 0) MHD_add_response_header(response, "Content-Type", "application/json");
    MHD_add_response_header(response, "ETag", "\"1234\"");
    MHD_add_response_header(response, "Cache-Control", "no-store");
    MHD_add_response_header(response, "X-Request-Id", "2359khdeyv8ou-1a2b3");
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    return response;
}

static void start_loop(struct loop *loop, int descriptor, const char *bytes, size_t size) {
    loop->event_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    pthread_mutex_init(&loop->mutex, NULL);
    loop->response = make_response(bytes, size);
    loop->not_modified = make_response("", 0);
    loop->daemon = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, handle, loop,
        MHD_OPTION_LISTEN_SOCKET, descriptor, MHD_OPTION_CONNECTION_LIMIT, 16384u,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)32768, MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_URI_LOG_CALLBACK, start_request, NULL, MHD_OPTION_NOTIFY_COMPLETED, complete_request, NULL,
        MHD_OPTION_END);
    if (loop->daemon == NULL) fail("MHD_start_daemon", strerror(errno));
    loop->epoll_fd = MHD_get_daemon_info(loop->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
    if (pthread_create(&loop->thread, NULL, run_loop, loop) != 0) fail("pthread_create", strerror(errno));
}

int main(int count, char **arguments) {
    uint16_t port = 0;
    size_t response_size = 1024;
    int thread_count = (int)sysconf(_SC_NPROCESSORS_ONLN);
    static const struct option options[] = {
        {"port", required_argument, NULL, 'p'}, {"response", required_argument, NULL, 'a'},
        {"durable", required_argument, NULL, 'd'}, {"row", required_argument, NULL, 'r'},
        {"rows", required_argument, NULL, 'n'}, {"threads", required_argument, NULL, 't'},
        {"gives-way", no_argument, NULL, 'w'}, {0}};
    for (int option; (option = getopt_long(count, arguments, "", options, NULL)) != -1;) {
        switch (option) {
        case 'p': port = (uint16_t)atoi(optarg); break;
        case 'a': response_size = (size_t)atol(optarg); break;
        case 'd': committer.database = optarg; break;
        case 'r': committer.row_size = (size_t)atol(optarg); break;
        case 'n': committer.row_count = atol(optarg); break;
        case 't': thread_count = atoi(optarg); break;
        case 'w': gives_way = true; break;
        default:
            fprintf(stderr, "usage: limit [--port N] [--threads N] [--response BYTES] [--gives-way] "
                            "[--durable FILE [--row BYTES] [--rows N]]\n");
            return 64;
        }
    }
    if (committer.row_size < sizeof(long)) committer.row_size = sizeof(long);
    signal(SIGPIPE, SIG_IGN);
    char *bytes = malloc(response_size + 1);
    memset(bytes, 'x', response_size);
    pthread_t thread;
    if (committer.database != NULL && pthread_create(&thread, NULL, commit_all, (void *)committer.database) != 0)
        fail("pthread_create", strerror(errno));
    // All sockets listen on the port before any loop accepts connections.
    int descriptors[64];
    for (int number = 0; number < thread_count && number < 64; number++) descriptors[number] = listen_at(&port);
    struct loop *loops = calloc((size_t)thread_count, sizeof *loops);
    for (int number = 0; number < thread_count; number++) start_loop(&loops[number], descriptors[number], bytes, response_size);
    printf("ready http://127.0.0.1:%d\n", port);
    fflush(stdout);
    pause();
    return 0;
}
