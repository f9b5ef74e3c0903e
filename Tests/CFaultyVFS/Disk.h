/*
 * A folder under control, as the file system sees it: what it must ask before an operation, and tell after it.
 */
#ifndef CFAULTYVFS_DISK_H
#define CFAULTYVFS_DISK_H

#include "CFaultyVFS.h"
#include "Recording.h"

#include <pthread.h>

struct faulty_disk {
    /* Guarded by the lock of the list of disks (Disk.c). */
    faulty_disk *next;
    int references;

    /* Set once. */
    char *folder;

    /* Held round every operation that is recorded, so that the recording has them in the order in which they happened. */
    pthread_mutex_t mutex;

    int64_t counts[FAULTY_OPERATIONS][FAULTY_ROLES];
    faulty_plan plan;
    int64_t plan_matches;
    int64_t plan_failures;
    int64_t limit;
    int lies_about_sync;
    recording recording;
};

/* The disk that a file is on, with one more reference, or NULL when its folder is not under control. */
faulty_disk *disk_retain_for(const char *path);

void disk_release(faulty_disk *disk);

void disk_lock(faulty_disk *disk);
void disk_unlock(faulty_disk *disk);

/*
 * Counts an operation and answers whether it may happen: SQLITE_OK, or the code with which it must fail.
 *
 * Call with the disk locked, before the operation.
 */
int disk_permit(faulty_disk *disk, faulty_operation operation, faulty_role role);

/* How many bytes the folder's files may still grow. Call with the disk locked. */
int64_t disk_room(const faulty_disk *disk);

/* The part of a path that names the file in the folder. */
const char *disk_name(const faulty_disk *disk, const char *path);

#endif
