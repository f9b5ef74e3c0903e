/*
 * The recorded operations on the files of a folder, in order.
 */
#ifndef CFAULTYVFS_RECORDING_H
#define CFAULTYVFS_RECORDING_H

#include "CFaultyVFS.h"

/* Three arrays that only grow, so that a measured part can be copied later. All zeros: an empty recording, switched off. */
typedef struct {
    int on;
    faulty_event *events;
    size_t events_count, events_capacity;
    uint8_t *bytes;
    size_t bytes_count, bytes_capacity;
    char **names;
    size_t names_count, names_capacity;
} recording;

/* Returns the index of a name, and adds the name when it is new. */
int recording_file(recording *recording, const char *name);

/* Adds an event without data, unless the recording is off. */
void recording_add(recording *recording, faulty_event_kind kind, int file, int64_t offset, int64_t length);

/* Adds a write with its data, unless the recording is off. */
void recording_add_write(recording *recording, int file, int64_t offset, const void *bytes, int64_t length);

void recording_free(recording *recording);

#endif
