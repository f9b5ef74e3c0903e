#include "Disk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* MARK: The list of disks */

static pthread_mutex_t list_mutex = PTHREAD_MUTEX_INITIALIZER;
static faulty_disk *list;

faulty_disk *faulty_disk_create(const char *folder) {
    char *resolved = realpath(folder, NULL); /* SQLite resolves symbolic links before it opens a file */
    if (!resolved) return NULL;
    faulty_disk *disk = calloc(1, sizeof *disk);
    if (!disk) {
        free(resolved);
        return NULL;
    }
    disk->folder = resolved;
    disk->references = 1;
    disk->limit = -1;
    pthread_mutex_init(&disk->mutex, NULL);
    pthread_mutex_lock(&list_mutex);
    disk->next = list;
    list = disk;
    pthread_mutex_unlock(&list_mutex);
    return disk;
}

void faulty_disk_release(faulty_disk *disk) {
    pthread_mutex_lock(&list_mutex);
    for (faulty_disk **link = &list; *link; link = &(*link)->next) {
        if (*link != disk) continue;
        *link = disk->next;
        break;
    }
    pthread_mutex_unlock(&list_mutex);
    faulty_disk_heal(disk);
    faulty_disk_limit(disk, -1);
    disk_release(disk);
}

const char *faulty_disk_folder(const faulty_disk *disk) {
    return disk->folder;
}

/* Returns whether a path names a file directly in the folder. */
static int contains(const faulty_disk *disk, const char *path) {
    size_t length = strlen(disk->folder);
    return strncmp(path, disk->folder, length) == 0 && path[length] == '/' && !strchr(path + length + 1, '/');
}

faulty_disk *disk_retain_for(const char *path) {
    pthread_mutex_lock(&list_mutex);
    faulty_disk *found = list;
    while (found && !contains(found, path)) found = found->next;
    if (found) found->references++;
    pthread_mutex_unlock(&list_mutex);
    return found;
}

void disk_release(faulty_disk *disk) {
    pthread_mutex_lock(&list_mutex);
    int references = --disk->references;
    pthread_mutex_unlock(&list_mutex);
    if (references > 0) return;
    pthread_mutex_destroy(&disk->mutex);
    recording_free(&disk->recording);
    free(disk->folder);
    free(disk);
}

const char *disk_name(const faulty_disk *disk, const char *path) {
    return path + strlen(disk->folder) + 1;
}

void disk_lock(faulty_disk *disk) {
    pthread_mutex_lock(&disk->mutex);
}

void disk_unlock(faulty_disk *disk) {
    pthread_mutex_unlock(&disk->mutex);
}

/* MARK: Faults */

/* The codes that the real file system returns for a device failure. */
static const int io_errors[FAULTY_OPERATIONS] = {
    [FAULTY_OPEN] = SQLITE_CANTOPEN,
    [FAULTY_READ] = SQLITE_IOERR_READ,
    [FAULTY_WRITE] = SQLITE_IOERR_WRITE,
    [FAULTY_SYNC] = SQLITE_IOERR_FSYNC,
    [FAULTY_TRUNCATE] = SQLITE_IOERR_TRUNCATE,
    [FAULTY_DELETE] = SQLITE_IOERR_DELETE,
    [FAULTY_SHARED_MEMORY] = SQLITE_IOERR_SHMMAP,
    [FAULTY_LOCK] = SQLITE_IOERR_LOCK,
};

int disk_permit(faulty_disk *disk, faulty_operation operation, faulty_role role) {
    disk->counts[operation][role]++;
    if (!(disk->plan.operations & 1u << operation) || !(disk->plan.roles & 1u << role)) return SQLITE_OK;
    int64_t before = disk->plan_matches++;
    if (before < disk->plan.after) return SQLITE_OK;
    if (before > disk->plan.after && !disk->plan.repeating) return SQLITE_OK;
    disk->plan_failures++;
    return disk->plan.code != SQLITE_OK ? disk->plan.code : io_errors[operation];
}

void faulty_disk_fail(faulty_disk *disk, faulty_plan plan) {
    disk_lock(disk);
    disk->plan = plan;
    disk->plan_matches = 0;
    disk->plan_failures = 0;
    disk_unlock(disk);
}

void faulty_disk_heal(faulty_disk *disk) {
    disk_lock(disk);
    disk->plan = (faulty_plan){ 0 };
    disk_unlock(disk);
}

int64_t faulty_disk_failures(faulty_disk *disk) {
    disk_lock(disk);
    int64_t failures = disk->plan_failures;
    disk_unlock(disk);
    return failures;
}

int64_t faulty_disk_count(faulty_disk *disk, faulty_operation operation, faulty_role role) {
    disk_lock(disk);
    int64_t count = disk->counts[operation][role];
    disk_unlock(disk);
    return count;
}

void faulty_disk_lie_about_sync(faulty_disk *disk, int lies) {
    disk_lock(disk);
    disk->lies_about_sync = lies;
    disk_unlock(disk);
}

/* MARK: The limit */

void faulty_disk_limit(faulty_disk *disk, int64_t bytes) {
    disk_lock(disk);
    disk->limit = bytes;
    disk_unlock(disk);
}

int64_t disk_room(const faulty_disk *disk) {
    if (disk->limit < 0) return INT64_MAX;
    /* Measured in the real folder, because a program also keeps files there that SQLite does not use. */
    DIR *directory = opendir(disk->folder);
    if (!directory) {
        perror("CFaultyVFS: opendir");
        abort();
    }
    int64_t used = 0;
    for (struct dirent *entry = readdir(directory); entry; entry = readdir(directory)) {
        struct stat information;
        if (fstatat(dirfd(directory), entry->d_name, &information, AT_SYMLINK_NOFOLLOW) != 0) continue;
        if (S_ISREG(information.st_mode)) used += information.st_size;
    }
    closedir(directory);
    return used < disk->limit ? disk->limit - used : 0;
}
