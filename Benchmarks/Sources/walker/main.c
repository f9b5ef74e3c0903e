// Sends recorded walks to a server: each session repeats the steps of its walk in order.
//
// It has one thread and keep-alive connections. The walks take turns, and so do the sessions of each walk, so that every
// application gets the same share of the requests. A session has one request at a time, and a run ends when every request has
// its response, so the position of each session is known for the next run. Every response must have the recorded status and
// revision.
//
// The fields of the file are separated by tabs. It has these lines for each walk:
// - `walk REVISIONS`: the number of revisions that a lap adds
// - `step STATUS REVISION FRONT KEY RISE BACK BODY`, for each step: the path is FRONT, KEY + RISE × lap, and BACK. KEY is -1 if
//   the path has no key
// - `session ID TOKEN REVISION`, for each session, which is at the beginning of the walk
//
// The commands on standard input are:
// - `spread CONNECTIONS`: moves the sessions of each walk to positions all along it
// - `run CONNECTIONS MILLISECONDS`

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

enum { response_limit = 1 << 18, latency_limit = 1 << 20, connection_limit = 1024 };

struct step {
    int status;
    long revision;
    char *front;
    long key;
    long rise;
    char *back;
    char *body;
};

struct session {
    char *id;
    char *token;
    long revision;
    long taken;
    bool is_waiting;
};

struct walk {
    long revisions;
    struct step *steps;
    size_t step_count;
    struct session *sessions;
    size_t session_count;
    size_t turn;
};

struct connection {
    int descriptor;
    struct walk *walk;
    struct session *session;
    long sent_at;
    size_t size;
    char response[response_limit + 1];
};

static struct walk *walks = NULL;
static size_t walk_count = 0, walk_turn = 0;
static struct connection *connections = NULL;
static unsigned latencies[latency_limit];
static unsigned long request_count, expected_failure_count, byte_count, waiting_count;
static bool is_spreading = false;

static _Noreturn void fail(const char *what, const char *why) {
    fprintf(stderr, "walker: %s: %s\n", what, why);
    exit(1);
}

static long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

// MARK: - The file

static void *grown(void *array, size_t count, size_t size) {
    // The capacity grows in powers of two, so the array is rarely moved.
    if ((count & (count - 1)) != 0) return array;
    void *moved = realloc(array, (count == 0 ? 1 : 2 * count) * size);
    if (moved == NULL) fail("realloc", strerror(errno));
    return moved;
}

static void read_line(char *line) {
    const char *kind = strsep(&line, "\t");
    char *fields[8] = {NULL};
    for (int number = 0; number < 8 && line != NULL; number++) fields[number] = strdup(strsep(&line, "\t"));
    struct walk *walk = walk_count == 0 ? NULL : &walks[walk_count - 1];
    if (strcmp(kind, "walk") == 0 && fields[0] != NULL) {
        walks = grown(walks, walk_count, sizeof *walks);
        walks[walk_count++] = (struct walk){.revisions = atol(fields[0])};
    } else if (strcmp(kind, "step") == 0 && walk != NULL && fields[6] != NULL) {
        walk->steps = grown(walk->steps, walk->step_count, sizeof *walk->steps);
        walk->steps[walk->step_count++] = (struct step){
            .status = atoi(fields[0]), .revision = atol(fields[1]), .front = fields[2], .key = atol(fields[3]),
            .rise = atol(fields[4]), .back = fields[5], .body = fields[6]};
    } else if (strcmp(kind, "session") == 0 && walk != NULL && fields[2] != NULL) {
        walk->sessions = grown(walk->sessions, walk->session_count, sizeof *walk->sessions);
        walk->sessions[walk->session_count++] =
            (struct session){.id = fields[0], .token = fields[1], .revision = atol(fields[2])};
    } else {
        fail("a line of the file can't be read", kind);
    }
}

static void read_file(const char *path) {
    FILE *file = fopen(path, "r");
    if (file == NULL) fail(path, strerror(errno));
    char *line = NULL;
    size_t capacity = 0;
    for (ssize_t length; (length = getline(&line, &capacity, file)) > 0;) {
        if (line[length - 1] == '\n') line[length - 1] = 0;
        read_line(line);
    }
    free(line);
    fclose(file);
}

// MARK: - Turns

static struct session *next_of(struct walk *walk) {
    for (size_t seen = 0; seen < walk->session_count; seen++) {
        size_t number = walk->turn++ % walk->session_count;
        struct session *session = &walk->sessions[number];
        bool has_arrived = is_spreading && session->taken >= (long)(number % walk->step_count);
        if (!session->is_waiting && !has_arrived) return session;
    }
    return NULL;
}

/// Chooses the session for the next request. Returns false if none is available.
static bool choose(struct connection *connection) {
    for (size_t seen = 0; seen < walk_count; seen++) {
        connection->walk = &walks[walk_turn++ % walk_count];
        connection->session = next_of(connection->walk);
        if (connection->session != NULL) return true;
    }
    return false;
}

// MARK: - Requests

static const struct step *step_of(const struct connection *connection) {
    return &connection->walk->steps[(size_t)connection->session->taken % connection->walk->step_count];
}

static long lap_of(const struct connection *connection) {
    return connection->session->taken / (long)connection->walk->step_count;
}

static void send_next(struct connection *connection) {
    if (!choose(connection)) return;
    const struct step *step = step_of(connection);
    const struct session *session = connection->session;
    char key[24] = "";
    if (step->key >= 0) snprintf(key, sizeof key, "%ld", step->key + step->rise * lap_of(connection));
    char request[4096];
    int size = snprintf(
        request, sizeof request,
        "POST /v1/sessions/%s%s%s%s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n"
        "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
        session->id, step->front, key, step->back, session->token, strlen(step->body), step->body);
    if (size >= (int)sizeof request) fail("a request is too long", step->front);
    connection->session->is_waiting = true;
    connection->size = 0;
    connection->sent_at = now();
    waiting_count++;
    // The socket's send buffer is empty, so it has space for the whole request.
    if (send(connection->descriptor, request, (size_t)size, MSG_NOSIGNAL) != size) fail("send", strerror(errno));
}

/// Compares a response with the recorded one.
static void check(const struct connection *connection, int status) {
    const struct step *step = step_of(connection);
    const struct session *session = connection->session;
    long revision = session->revision + connection->walk->revisions * lap_of(connection) + step->revision;
    // A rejected request changes nothing, and has no ETag.
    const char *etag = strcasestr(connection->response, "\r\nETag: \"");
    if (status == step->status && (status >= 300 || (etag != NULL && atol(etag + 9) == revision))) return;
    fprintf(stderr,
            "walker: step %ld of session %s, %s…%s, must have status %d and revision %ld, but the response was:\n%.2000s\n",
            session->taken, session->id, step->front, step->back, step->status, revision, connection->response);
    exit(1);
}

/// Reads the received bytes. Returns true if the response is complete.
static bool receive(struct connection *connection) {
    ssize_t count = recv(connection->descriptor, connection->response + connection->size, response_limit - connection->size, 0);
    if (count < 0 && errno == EAGAIN) return false;
    if (count <= 0) fail("recv", count == 0 ? "the server closed a connection" : strerror(errno));
    connection->size += (size_t)count;
    connection->response[connection->size] = 0;
    const char *body = strstr(connection->response, "\r\n\r\n");
    if (body == NULL) return false;
    const char *length = strcasestr(connection->response, "\r\nContent-Length: ");
    if (length == NULL || length > body) fail("a response has no length", connection->response);
    if (connection->size < (size_t)(body + 4 - connection->response) + strtoul(length + 18, NULL, 10)) return false;

    long latency = now() - connection->sent_at;
    latencies[latency < latency_limit ? latency : latency_limit - 1]++;
    int status = atoi(connection->response + 9);
    check(connection, status);
    request_count++;
    expected_failure_count += status >= 400;
    byte_count += connection->size;
    connection->session->taken++;
    connection->session->is_waiting = false;
    waiting_count--;
    return true;
}

// MARK: - Runs

static int open_connection(uint16_t port) {
    int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int on = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0) fail("connect", strerror(errno));
    return descriptor;
}

static long percentile(double share) {
    unsigned long seen = 0;
    for (long latency = 0; latency < latency_limit; latency++) {
        seen += latencies[latency];
        if ((double)seen >= share * (double)request_count) return latency;
    }
    return latency_limit;
}

static void drive(uint16_t port, int connection_count, long milliseconds) {
    request_count = expected_failure_count = byte_count = 0;
    memset(latencies, 0, sizeof latencies);
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    for (int number = 0; number < connection_count; number++) {
        struct connection *connection = &connections[number];
        connection->descriptor = open_connection(port);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
        if (epoll_ctl(epoll, EPOLL_CTL_ADD, connection->descriptor, &event) != 0) fail("epoll_ctl", strerror(errno));
    }
    long began = now(), ends = began + milliseconds * 1000;
    for (int number = 0; number < connection_count; number++) send_next(&connections[number]);
    while (waiting_count > 0) {
        struct epoll_event events[64];
        int count = epoll_wait(epoll, events, 64, 10000);
        if (count == 0) fail("epoll_wait", "no response for ten seconds");
        for (int number = 0; number < count; number++) {
            struct connection *connection = events[number].data.ptr;
            if (receive(connection) && (is_spreading || now() < ends)) send_next(connection);
        }
    }
    long took = now() - began;
    for (int number = 0; number < connection_count; number++) close(connections[number].descriptor);
    close(epoll);
    printf("{\"requests\": %lu, \"expected_failures\": %lu, \"microseconds\": %ld, \"bytes\": %lu, \"p50\": %ld, \"p99\": %ld, "
           "\"p999\": %ld}\n",
           request_count, expected_failure_count, took, byte_count, percentile(0.5), percentile(0.99), percentile(0.999));
    fflush(stdout);
}

int main(int count, char **arguments) {
    if (count != 3) {
        fprintf(stderr, "usage: walker PORT FILE\n");
        return 64;
    }
    uint16_t port = (uint16_t)atoi(arguments[1]);
    read_file(arguments[2]);
    connections = calloc(connection_limit, sizeof *connections);
    if (connections == NULL) fail("calloc", strerror(errno));
    char command[64];
    while (fgets(command, sizeof command, stdin) != NULL) {
        int connection_count = 0;
        long milliseconds = 0;
        is_spreading = sscanf(command, "spread %d", &connection_count) == 1;
        if (!is_spreading && sscanf(command, "run %d %ld", &connection_count, &milliseconds) != 2) fail("usage", command);
        if (connection_count < 1 || connection_count > connection_limit) fail("connections", command);
        drive(port, connection_count, milliseconds);
    }
    return 0;
}
