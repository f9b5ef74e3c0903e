/*
 * What happened to the files of a folder, in order.
 */
#ifndef CFAULTYVFS_RECORDING_H
#define CFAULTYVFS_RECORDING_H

#include "CFaultyVFS.h"

/* Three arrays that only grow, so that what was measured can be copied later. All zeros is an empty one that is off. */
typedef struct {
    int on;
    faulty_event *events;
    size_t events_count, events_capacity;
    uint8_t *bytes;
    size_t bytes_count, bytes_capacity;
    char **names;
    size_t names_count, names_capacity;
} recording;

/* The index of a name, which is added when it is new. */
int recording_file(recording *recording, const char *name);

/* Adds an event without data, unless the recording is off. */
void recording_add(recording *recording, faulty_event_kind kind, int file, int64_t offset, int64_t length);

/* Adds what was written to a file, unless the recording is off. */
void recording_add_write(recording *recording, int file, int64_t offset, const void *bytes, int64_t length);

void recording_free(recording *recording);

#endif
