/*
 * An SQLite file system (sqlite3_vfs) for tests. It forwards every call to the system's own, but makes operations on files
 * in chosen folders fail on request, and records them. Syncs of these files are recorded and not forwarded.
 *
 * All functions are thread-safe.
 */
#ifndef CFAULTYVFS_H
#define CFAULTYVFS_H

#include <stddef.h>
#include <stdint.h>

/* The name under which the file system is registered with SQLite, for `file:…?vfs=faulty`. */
#define FAULTY_VFS_NAME "faulty"

/*
 * Registers the file system with SQLite. It may be called again.
 *
 * With `make_default`, later connections that name no file system use this one. Open connections keep theirs.
 * Returns an SQLite result code.
 */
int faulty_vfs_register(int make_default);

/* MARK: Controlled folders */

/* A folder with files that fail on request: the files directly in it, not the files in its subfolders. */
typedef struct faulty_disk faulty_disk;

/*
 * Starts to control a folder, which must exist and must not be controlled already.
 *
 * Only files opened later are affected. Returns NULL, with errno set, when the path can't be resolved.
 */
faulty_disk *faulty_disk_create(const char *folder);

/* Stops controlling the folder: no operation fails any more. The memory is freed when the last open file is closed. */
void faulty_disk_release(faulty_disk *disk);

/* Returns the folder's path with symbolic links resolved. Valid as long as the disk. */
const char *faulty_disk_folder(const faulty_disk *disk);

/* MARK: Operations and faults */

/* The kinds of operation that can fail. */
typedef enum {
    FAULTY_OPEN,
    FAULTY_READ,
    FAULTY_WRITE,
    FAULTY_SYNC,
    FAULTY_TRUNCATE,
    FAULTY_DELETE,
    FAULTY_SHARED_MEMORY, /* xShmMap, and xShmLock when it locks */
    FAULTY_LOCK,          /* xLock */
    FAULTY_OPERATIONS     /* the number of kinds */
} faulty_operation;

/* The roles of a file in SQLite. */
typedef enum {
    FAULTY_DATABASE,
    FAULTY_WAL,
    FAULTY_JOURNAL, /* a rollback journal */
    FAULTY_ROLES    /* the number of roles */
} faulty_role;

/* The operations that fail, and their error. Masks have the bit `1 << value` for each selected value. */
typedef struct {
    unsigned operations;
    unsigned roles;
    int64_t after; /* the number of these operations that succeed before the first failure */
    int repeating; /* whether all later ones fail too */
    int code;      /* the SQLite result code to return, or 0 for the code of a device failure */
    int64_t part;  /* the number of bytes that a failing write still writes */
} faulty_plan;

/* Makes operations fail as planned. This plan replaces any earlier one. */
void faulty_disk_fail(faulty_disk *disk, faulty_plan plan);

/* Removes the plan, so that operations succeed again. The limit stays. */
void faulty_disk_heal(faulty_disk *disk);

/* Returns the number of operations that failed because of the last plan. */
int64_t faulty_disk_failures(faulty_disk *disk);

/* Returns the number of operations of a kind on files of a role, failed ones included. */
int64_t faulty_disk_count(faulty_disk *disk, faulty_operation operation, faulty_role role);

/*
 * Limits the total size of the folder's files, including the files of other programs. A negative number sets no limit.
 *
 * A write beyond the limit writes the bytes that still fit and then fails with SQLITE_FULL, as on a full disk.
 */
void faulty_disk_limit(faulty_disk *disk, int64_t bytes);

/* With `lies`, syncs succeed and are not recorded. */
void faulty_disk_lie_about_sync(faulty_disk *disk, int lies);

/* MARK: Recording */

typedef enum {
    FAULTY_CREATED,       /* a file that did not exist was opened */
    FAULTY_WRITTEN,       /* `length` bytes at `offset` of the file, which are at `data` of the recording's bytes */
    FAULTY_TRUNCATED,     /* the file now has `length` bytes */
    FAULTY_SYNCED,        /* the file's content and name are on the disk */
    FAULTY_SYNC_FAILED,   /* the content may or may not be on the disk, and the kernel won't retry */
    FAULTY_FOLDER_SYNCED, /* the created and deleted names of the folder are on the disk */
    FAULTY_DELETED,       /* the name is gone */
    FAULTY_MARKED         /* the test marked this position with the number `offset` */
} faulty_event_kind;

typedef struct {
    faulty_event_kind kind;
    int file; /* index of the file's name, or -1 for the folder and marks */
    int64_t offset;
    int64_t length;
    size_t data;
} faulty_event;

/* Starts a new recording, and discards the one before. */
void faulty_recording_start(faulty_disk *disk);

/* Adds a number to the recording. */
void faulty_mark(faulty_disk *disk, int64_t number);

/* Records that the test has rewritten and synced a file without SQLite. `bytes` is its whole content. */
void faulty_recording_add_rewriting(faulty_disk *disk, const char *name, const void *bytes, size_t length);

/* The numbers of recorded events, of their bytes of data, and of the file names in them. */
typedef struct {
    size_t events;
    size_t bytes;
    size_t names;
} faulty_recording_size;

faulty_recording_size faulty_recording_measure(faulty_disk *disk);

/* Copies the measured numbers of events and bytes, from the start. */
void faulty_recording_copy(faulty_disk *disk, faulty_recording_size size, faulty_event *events, uint8_t *bytes);

/* Returns a file's name in the folder. Valid as long as the disk. */
const char *faulty_recording_name(faulty_disk *disk, size_t index);

#endif
