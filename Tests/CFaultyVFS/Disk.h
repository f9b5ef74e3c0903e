/*
 * The functions that the file system calls for a controlled folder: permission before an operation, recording after it.
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

    /* Locked during every recorded operation, so that the recording has the operations in their real order. */
    pthread_mutex_t mutex;

    int64_t counts[FAULTY_OPERATIONS][FAULTY_ROLES];
    faulty_plan plan;
    int64_t plan_matches;
    int64_t plan_failures;
    int64_t limit;
    int lies_about_sync;
    recording recording;
};

/* Returns the disk of a file with one more reference, or NULL when its folder is not controlled. */
faulty_disk *disk_retain_for(const char *path);

void disk_release(faulty_disk *disk);

void disk_lock(faulty_disk *disk);
void disk_unlock(faulty_disk *disk);

/*
 * Counts an operation, and returns SQLITE_OK or the code with which it must fail.
 *
 * Call with the disk locked, before the operation.
 */
int disk_permit(faulty_disk *disk, faulty_operation operation, faulty_role role);

/* Returns the number of bytes by which the folder's files may still grow. Call with the disk locked. */
int64_t disk_room(const faulty_disk *disk);

/* Returns the file name at the end of a path in the folder. */
const char *disk_name(const faulty_disk *disk, const char *path);

#endif
