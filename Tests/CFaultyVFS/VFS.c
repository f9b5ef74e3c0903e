/*
 * The file system. Every function except the sync of a controlled file forwards to the real file system. Functions that can
 * fail call disk_permit first, and functions that change the disk's content add to its recording afterwards.
 */
#include "Disk.h"

#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

static sqlite3_vfs *real_vfs; /* the default before, set once when the file system is registered */

/* MARK: Controlled files */

/* SQLite allocates szOsFile bytes for each file: this struct, followed by the real file system's own. */
typedef struct {
    sqlite3_file base; /* must come first: SQLite accesses this part */
    faulty_disk *disk;
    faulty_role role;
    int file;              /* the name's index in the recording */
    int syncs_folder_next; /* the real file system syncs the folder too when it first syncs a new log or journal */
    sqlite3_int64 real[]; /* aligned like the struct, which SQLite aligns */
} controlled_file;

static controlled_file *controlled(sqlite3_file *file) {
    return (controlled_file *)(void *)file;
}

static sqlite3_file *real_file(sqlite3_file *file) {
    return (sqlite3_file *)(void *)controlled(file)->real;
}

/* Counts an operation that is not recorded, and returns SQLITE_OK or the code with which it must fail. */
static int permit(sqlite3_file *file, faulty_operation operation) {
    controlled_file *self = controlled(file);
    disk_lock(self->disk);
    int code = disk_permit(self->disk, operation, self->role);
    disk_unlock(self->disk);
    return code;
}

static int file_close(sqlite3_file *file) {
    sqlite3_file *real = real_file(file);
    int code = real->pMethods->xClose(real);
    disk_release(controlled(file)->disk);
    return code;
}

static int file_read(sqlite3_file *file, void *buffer, int amount, sqlite3_int64 offset) {
    int code = permit(file, FAULTY_READ);
    if (code != SQLITE_OK) return code;
    sqlite3_file *real = real_file(file);
    return real->pMethods->xRead(real, buffer, amount, offset);
}

/* Writes and records. Call it with the disk locked. */
static int write_through(controlled_file *self, const void *bytes, int amount, sqlite3_int64 offset) {
    if (amount <= 0) return SQLITE_OK;
    sqlite3_file *real = real_file(&self->base);
    int code = real->pMethods->xWrite(real, bytes, amount, offset);
    if (code == SQLITE_OK) recording_add_write(&self->disk->recording, self->file, offset, bytes, amount);
    return code;
}

static int file_write_locked(controlled_file *self, const void *bytes, int amount, sqlite3_int64 offset) {
    faulty_disk *disk = self->disk;
    int planned = disk_permit(disk, FAULTY_WRITE, self->role);
    if (planned != SQLITE_OK) {
        int part = disk->plan.part < amount ? (int)disk->plan.part : amount;
        int code = write_through(self, bytes, part, offset);
        return code == SQLITE_OK ? planned : code;
    }

    if (disk->limit >= 0) {
        sqlite3_file *real = real_file(&self->base);
        sqlite3_int64 size = 0;
        int code = real->pMethods->xFileSize(real, &size);
        if (code != SQLITE_OK) return code;
        int64_t room = disk_room(disk);
        if (offset + amount > size && offset + amount - size > room) {
            int64_t fitting = size + room - offset;
            code = write_through(self, bytes, fitting > 0 ? (int)fitting : 0, offset);
            return code == SQLITE_OK ? SQLITE_FULL : code;
        }
    }
    return write_through(self, bytes, amount, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int amount, sqlite3_int64 offset) {
    controlled_file *self = controlled(file);
    disk_lock(self->disk);
    int code = file_write_locked(self, bytes, amount, offset);
    disk_unlock(self->disk);
    return code;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
    controlled_file *self = controlled(file);
    sqlite3_file *real = real_file(file);
    disk_lock(self->disk);
    int code = disk_permit(self->disk, FAULTY_TRUNCATE, self->role);
    if (code == SQLITE_OK) code = real->pMethods->xTruncate(real, size);
    if (code == SQLITE_OK) recording_add(&self->disk->recording, FAULTY_TRUNCATED, self->file, 0, size);
    disk_unlock(self->disk);
    return code;
}

/*
 * Not forwarded to the real file system: the content after a power cut is computed from the recording, and a test of many
 * commits would spend most of its time waiting for the real disk.
 */
static int file_sync_locked(controlled_file *self) {
    faulty_disk *disk = self->disk;
    int code = disk_permit(disk, FAULTY_SYNC, self->role);
    if (code != SQLITE_OK) {
        recording_add(&disk->recording, FAULTY_SYNC_FAILED, self->file, 0, 0);
        return code;
    }
    if (disk->lies_about_sync) return SQLITE_OK;
    recording_add(&disk->recording, FAULTY_SYNCED, self->file, 0, 0);
    if (self->syncs_folder_next) {
        self->syncs_folder_next = 0;
        recording_add(&disk->recording, FAULTY_FOLDER_SYNCED, -1, 0, 0);
    }
    return SQLITE_OK;
}

static int file_sync(sqlite3_file *file, int flags) {
    (void)flags;
    controlled_file *self = controlled(file);
    disk_lock(self->disk);
    int code = file_sync_locked(self);
    disk_unlock(self->disk);
    return code;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    sqlite3_file *real = real_file(file);
    return real->pMethods->xFileSize(real, size);
}

static int file_lock(sqlite3_file *file, int level) {
    int code = permit(file, FAULTY_LOCK);
    if (code != SQLITE_OK) return code;
    sqlite3_file *real = real_file(file);
    return real->pMethods->xLock(real, level);
}

static int file_unlock(sqlite3_file *file, int level) {
    sqlite3_file *real = real_file(file);
    return real->pMethods->xUnlock(real, level);
}

static int file_check_reserved_lock(sqlite3_file *file, int *result) {
    sqlite3_file *real = real_file(file);
    return real->pMethods->xCheckReservedLock(real, result);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
    sqlite3_file *real = real_file(file);
    return real->pMethods->xFileControl(real, operation, argument);
}

static int file_sector_size(sqlite3_file *file) {
    sqlite3_file *real = real_file(file);
    return real->pMethods->xSectorSize(real);
}

static int file_device_characteristics(sqlite3_file *file) {
    sqlite3_file *real = real_file(file);
    /* SQLite does atomic batches of writes through file controls, which are not recorded. */
    return real->pMethods->xDeviceCharacteristics(real) & ~SQLITE_IOCAP_BATCH_ATOMIC;
}

static int file_shm_map(sqlite3_file *file, int region, int size, int extend, void volatile **memory) {
    int code = permit(file, FAULTY_SHARED_MEMORY);
    if (code != SQLITE_OK) return code;
    sqlite3_file *real = real_file(file);
    return real->pMethods->xShmMap(real, region, size, extend, memory);
}

static int file_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
    if (flags & SQLITE_SHM_LOCK) {
        int code = permit(file, FAULTY_SHARED_MEMORY);
        if (code != SQLITE_OK) return code;
    }
    sqlite3_file *real = real_file(file);
    return real->pMethods->xShmLock(real, offset, count, flags);
}

static void file_shm_barrier(sqlite3_file *file) {
    sqlite3_file *real = real_file(file);
    real->pMethods->xShmBarrier(real);
}

static int file_shm_unmap(sqlite3_file *file, int delete_flag) {
    sqlite3_file *real = real_file(file);
    return real->pMethods->xShmUnmap(real, delete_flag);
}

/* Version 2 has shared memory for the log's index, but no memory-mapped pages, because writes to them could not be recorded. */
static const sqlite3_io_methods file_methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_check_reserved_lock,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_device_characteristics,
    .xShmMap = file_shm_map,
    .xShmLock = file_shm_lock,
    .xShmBarrier = file_shm_barrier,
    .xShmUnmap = file_shm_unmap,
};

/* MARK: The file system */

static faulty_role role_of_flags(int flags) {
    if (flags & SQLITE_OPEN_WAL) return FAULTY_WAL;
    if (flags & SQLITE_OPEN_MAIN_DB) return FAULTY_DATABASE;
    return FAULTY_JOURNAL;
}

static int ends_with(const char *text, const char *end) {
    size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

static faulty_role role_of_path(const char *path) {
    if (ends_with(path, "-wal")) return FAULTY_WAL;
    if (ends_with(path, "-journal")) return FAULTY_JOURNAL;
    return FAULTY_DATABASE;
}

static int open_controlled_locked(controlled_file *self, const char *path, int flags, int *out_flags) {
    faulty_disk *disk = self->disk;
    int code = disk_permit(disk, FAULTY_OPEN, self->role);
    if (code != SQLITE_OK) return code;
    /* Not with xAccess, which reports an empty file as missing. */
    int is_new = (flags & SQLITE_OPEN_CREATE) && access(path, F_OK) != 0;
    sqlite3_file *real = real_file(&self->base);
    code = real_vfs->xOpen(real_vfs, path, real, flags, out_flags);
    if (code != SQLITE_OK) {
        if (real->pMethods) real->pMethods->xClose(real);
        return code;
    }
    self->file = recording_file(&disk->recording, disk_name(disk, path));
    self->syncs_folder_next = is_new && self->role != FAULTY_DATABASE;
    if (is_new) recording_add(&disk->recording, FAULTY_CREATED, self->file, 0, 0);
    return SQLITE_OK;
}

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out_flags) {
    (void)vfs;
    faulty_disk *disk = path ? disk_retain_for(path) : NULL;
    if (!disk) return real_vfs->xOpen(real_vfs, path, file, flags, out_flags);

    controlled_file *self = controlled(file);
    memset(self, 0, sizeof *self + (size_t)real_vfs->szOsFile);
    self->disk = disk;
    self->role = role_of_flags(flags);
    disk_lock(disk);
    int code = open_controlled_locked(self, path, flags, out_flags);
    disk_unlock(disk);
    if (code == SQLITE_OK) {
        self->base.pMethods = &file_methods;
    } else {
        disk_release(disk);
    }
    return code;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int sync_folder) {
    (void)vfs;
    faulty_disk *disk = disk_retain_for(path);
    if (!disk) return real_vfs->xDelete(real_vfs, path, sync_folder);

    disk_lock(disk);
    int code = disk_permit(disk, FAULTY_DELETE, role_of_path(path));
    if (code == SQLITE_OK) code = real_vfs->xDelete(real_vfs, path, 0);
    if (code == SQLITE_OK) {
        int file = recording_file(&disk->recording, disk_name(disk, path));
        recording_add(&disk->recording, FAULTY_DELETED, file, 0, 0);
        if (sync_folder && !disk->lies_about_sync) recording_add(&disk->recording, FAULTY_FOLDER_SYNCED, -1, 0, 0);
    }
    disk_unlock(disk);
    disk_release(disk);
    return code;
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
    (void)vfs;
    return real_vfs->xAccess(real_vfs, path, flags, result);
}

static int vfs_full_pathname(sqlite3_vfs *vfs, const char *path, int size, char *buffer) {
    (void)vfs;
    return real_vfs->xFullPathname(real_vfs, path, size, buffer);
}

static void *vfs_dl_open(sqlite3_vfs *vfs, const char *path) {
    (void)vfs;
    return real_vfs->xDlOpen(real_vfs, path);
}

static void vfs_dl_error(sqlite3_vfs *vfs, int size, char *message) {
    (void)vfs;
    real_vfs->xDlError(real_vfs, size, message);
}

static void (*vfs_dl_sym(sqlite3_vfs *vfs, void *library, const char *symbol))(void) {
    (void)vfs;
    return real_vfs->xDlSym(real_vfs, library, symbol);
}

static void vfs_dl_close(sqlite3_vfs *vfs, void *library) {
    (void)vfs;
    real_vfs->xDlClose(real_vfs, library);
}

static int vfs_randomness(sqlite3_vfs *vfs, int size, char *buffer) {
    (void)vfs;
    return real_vfs->xRandomness(real_vfs, size, buffer);
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds) {
    (void)vfs;
    return real_vfs->xSleep(real_vfs, microseconds);
}

static int vfs_current_time(sqlite3_vfs *vfs, double *time) {
    (void)vfs;
    return real_vfs->xCurrentTime(real_vfs, time);
}

static int vfs_get_last_error(sqlite3_vfs *vfs, int size, char *message) {
    (void)vfs;
    return real_vfs->xGetLastError(real_vfs, size, message);
}

static int vfs_current_time_int64(sqlite3_vfs *vfs, sqlite3_int64 *time) {
    (void)vfs;
    return real_vfs->xCurrentTimeInt64(real_vfs, time);
}

static sqlite3_vfs faulty_vfs = {
    .iVersion = 2,
    .zName = FAULTY_VFS_NAME,
    .xOpen = vfs_open,
    .xDelete = vfs_delete,
    .xAccess = vfs_access,
    .xFullPathname = vfs_full_pathname,
    .xDlOpen = vfs_dl_open,
    .xDlError = vfs_dl_error,
    .xDlSym = vfs_dl_sym,
    .xDlClose = vfs_dl_close,
    .xRandomness = vfs_randomness,
    .xSleep = vfs_sleep,
    .xCurrentTime = vfs_current_time,
    .xGetLastError = vfs_get_last_error,
    .xCurrentTimeInt64 = vfs_current_time_int64,
};

int faulty_vfs_register(int make_default) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&mutex);
    int code = sqlite3_initialize();
    if (code == SQLITE_OK && !real_vfs) {
        real_vfs = sqlite3_vfs_find(NULL);
        faulty_vfs.szOsFile = (int)sizeof(controlled_file) + real_vfs->szOsFile;
        faulty_vfs.mxPathname = real_vfs->mxPathname;
    }
    /* Registering again changes the default. */
    if (code == SQLITE_OK) code = sqlite3_vfs_register(&faulty_vfs, make_default);
    pthread_mutex_unlock(&mutex);
    return code;
}
