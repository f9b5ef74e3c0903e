/*
 * An SQLite file system (sqlite3_vfs) for tests: it passes everything on to the system's own, but makes the files of chosen
 * folders fail on request and writes down what happens to them. Syncs of those files are written down and no more.
 *
 * Everything may be called from any thread.
 */
#ifndef CFAULTYVFS_H
#define CFAULTYVFS_H

#include <stddef.h>
#include <stdint.h>

/* The name under which the file system is registered with SQLite, for `file:…?vfs=faulty`. */
#define FAULTY_VFS_NAME "faulty"

/*
 * Registers the file system with SQLite; further calls are harmless.
 *
 * With `make_default`, connections that name no file system use this one from now on; those that are open stay with theirs.
 * Returns an SQLite result code.
 */
int faulty_vfs_register(int make_default);

/* MARK: Folders under control */

/* A folder whose files fail on request. Only files directly in it are meant, not those in folders inside it. */
typedef struct faulty_disk faulty_disk;

/*
 * Takes control of a folder, which must exist and must not be under control already.
 *
 * Only files opened from now on are affected. Returns NULL, with errno set, when the path can't be resolved.
 */
faulty_disk *faulty_disk_create(const char *folder);

/* Gives up control: nothing fails any more. The memory goes with the last file that is still open. */
void faulty_disk_release(faulty_disk *disk);

/* The folder's path with symbolic links resolved. Lives as long as the disk. */
const char *faulty_disk_folder(const faulty_disk *disk);

/* MARK: Operations and faults */

/* What can fail. */
typedef enum {
    FAULTY_OPEN,
    FAULTY_READ,
    FAULTY_WRITE,
    FAULTY_SYNC,
    FAULTY_TRUNCATE,
    FAULTY_DELETE,
    FAULTY_SHARED_MEMORY, /* xShmMap, and xShmLock when it locks */
    FAULTY_LOCK,          /* xLock */
    FAULTY_OPERATIONS     /* how many there are */
} faulty_operation;

/* What a file is to SQLite. */
typedef enum {
    FAULTY_DATABASE,
    FAULTY_WAL,
    FAULTY_JOURNAL, /* a rollback journal */
    FAULTY_ROLES    /* how many there are */
} faulty_role;

/* Which operations fail, and how. Masks have the bit `1 << value` for each value that is meant. */
typedef struct {
    unsigned operations;
    unsigned roles;
    int64_t after; /* so many of them pass before the first that fails */
    int repeating; /* whether all that come later fail too, and not only the first */
    int code;      /* the SQLite result code to answer with; 0 for the one of a device that fails */
    int64_t part;  /* so many bytes of a failing write are written all the same */
} faulty_plan;

/* Makes operations fail as planned, in place of any plan before. */
void faulty_disk_fail(faulty_disk *disk, faulty_plan plan);

/* Lets everything succeed again: forgets the plan, not the limit. */
void faulty_disk_heal(faulty_disk *disk);

/* How many operations failed because of the plan now in force. */
int64_t faulty_disk_failures(faulty_disk *disk);

/* How many operations of a kind on files of a role there were, those that failed included. */
int64_t faulty_disk_count(faulty_disk *disk, faulty_operation operation, faulty_role role);

/*
 * Lets the folder's files, whoever made them, grow to so many bytes in all; negative for no limit.
 *
 * A write that would go beyond writes what still fits and then fails with SQLITE_FULL, as a full disk does.
 */
void faulty_disk_limit(faulty_disk *disk, int64_t bytes);

/* With `lies`, syncs succeed and are not recorded. */
void faulty_disk_lie_about_sync(faulty_disk *disk, int lies);

/* MARK: Recording */

typedef enum {
    FAULTY_CREATED,       /* a file that did not exist was opened */
    FAULTY_WRITTEN,       /* `length` bytes at `offset` of the file; they are at `data` of the recording's bytes */
    FAULTY_TRUNCATED,     /* the file now has `length` bytes */
    FAULTY_SYNCED,        /* the file's content and name are on the disk */
    FAULTY_SYNC_FAILED,   /* the file's content may or may not be on the disk, and the kernel won't try again */
    FAULTY_FOLDER_SYNCED, /* what was created and deleted in the folder is on the disk */
    FAULTY_DELETED,       /* the name is gone */
    FAULTY_MARKED         /* the test put the number `offset` here */
} faulty_event_kind;

typedef struct {
    faulty_event_kind kind;
    int file; /* index of the file's name; -1 for the folder and marks */
    int64_t offset;
    int64_t length;
    size_t data;
} faulty_event;

/* Forgets what was recorded and records from now on. */
void faulty_recording_start(faulty_disk *disk);

/* Puts a number into the recording. */
void faulty_mark(faulty_disk *disk, int64_t number);

/* Records that the test has written a file anew and synced it, without SQLite; `bytes` are all that it has. */
void faulty_recording_add_rewriting(faulty_disk *disk, const char *name, const void *bytes, size_t length);

/* How many events were recorded until now, with how many bytes of data, about how many names. */
typedef struct {
    size_t events;
    size_t bytes;
    size_t names;
} faulty_recording_size;

faulty_recording_size faulty_recording_measure(faulty_disk *disk);

/* Copies the first events and bytes, as many as measured. */
void faulty_recording_copy(faulty_disk *disk, faulty_recording_size size, faulty_event *events, uint8_t *bytes);

/* A file's name in the folder. Lives as long as the disk. */
const char *faulty_recording_name(faulty_disk *disk, size_t index);

#endif
