#include "Disk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns the array with room for `more` further elements. Aborts when memory runs out: the test would be meaningless. */
static void *grown(void *array, size_t count, size_t more, size_t *capacity, size_t element) {
    if (count + more <= *capacity) return array;
    size_t wanted = *capacity ? *capacity * 2 : 64;
    while (wanted < count + more) wanted *= 2;
    array = realloc(array, wanted * element);
    if (!array) {
        perror("CFaultyVFS: realloc");
        abort();
    }
    *capacity = wanted;
    return array;
}

int recording_file(recording *recording, const char *name) {
    for (size_t index = 0; index < recording->names_count; index++) {
        if (strcmp(recording->names[index], name) == 0) return (int)index;
    }
    recording->names
        = grown(recording->names, recording->names_count, 1, &recording->names_capacity, sizeof recording->names[0]);
    char *copy = strdup(name);
    if (!copy) {
        perror("CFaultyVFS: strdup");
        abort();
    }
    recording->names[recording->names_count] = copy;
    return (int)recording->names_count++;
}

static void add(recording *recording, faulty_event event) {
    recording->events
        = grown(recording->events, recording->events_count, 1, &recording->events_capacity, sizeof recording->events[0]);
    recording->events[recording->events_count++] = event;
}

void recording_add(recording *recording, faulty_event_kind kind, int file, int64_t offset, int64_t length) {
    if (!recording->on) return;
    add(recording, (faulty_event){ .kind = kind, .file = file, .offset = offset, .length = length });
}

void recording_add_write(recording *recording, int file, int64_t offset, const void *bytes, int64_t length) {
    if (!recording->on || length <= 0) return;
    recording->bytes
        = grown(recording->bytes, recording->bytes_count, (size_t)length, &recording->bytes_capacity, 1);
    memcpy(recording->bytes + recording->bytes_count, bytes, (size_t)length);
    add(recording, (faulty_event){
        .kind = FAULTY_WRITTEN, .file = file, .offset = offset, .length = length, .data = recording->bytes_count,
    });
    recording->bytes_count += (size_t)length;
}

void recording_free(recording *recording) {
    for (size_t index = 0; index < recording->names_count; index++) free(recording->names[index]);
    free(recording->names);
    free(recording->bytes);
    free(recording->events);
}

/* MARK: For tests */

void faulty_recording_start(faulty_disk *disk) {
    disk_lock(disk);
    disk->recording.on = 1;
    disk->recording.events_count = 0;
    disk->recording.bytes_count = 0;
    disk_unlock(disk);
}

void faulty_mark(faulty_disk *disk, int64_t number) {
    disk_lock(disk);
    recording_add(&disk->recording, FAULTY_MARKED, -1, number, 0);
    disk_unlock(disk);
}

void faulty_recording_add_rewriting(faulty_disk *disk, const char *name, const void *bytes, size_t length) {
    disk_lock(disk);
    int file = recording_file(&disk->recording, name);
    recording_add_write(&disk->recording, file, 0, bytes, (int64_t)length);
    recording_add(&disk->recording, FAULTY_SYNCED, file, 0, 0);
    disk_unlock(disk);
}

faulty_recording_size faulty_recording_measure(faulty_disk *disk) {
    disk_lock(disk);
    faulty_recording_size size = {
        .events = disk->recording.events_count,
        .bytes = disk->recording.bytes_count,
        .names = disk->recording.names_count,
    };
    disk_unlock(disk);
    return size;
}

void faulty_recording_copy(faulty_disk *disk, faulty_recording_size size, faulty_event *events, uint8_t *bytes) {
    disk_lock(disk);
    if (size.events) memcpy(events, disk->recording.events, size.events * sizeof events[0]);
    if (size.bytes) memcpy(bytes, disk->recording.bytes, size.bytes);
    disk_unlock(disk);
}

const char *faulty_recording_name(faulty_disk *disk, size_t index) {
    disk_lock(disk);
    const char *name = disk->recording.names[index];
    disk_unlock(disk);
    return name;
}
