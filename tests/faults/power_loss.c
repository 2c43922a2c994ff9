/*
 * Keeps a copy of what a program has made durable, to show what a loss of power would leave.
 *
 * Loaded with LD_PRELOAD. Everything below $POWER_LIVE is watched. `fsync` and `fdatasync` of a file copy its content, and its name if
 * it is new, to $POWER_DISK/tree. As on ext4, that includes the folders above it. `fsync` of a folder makes renames, links and
 * deletions in it durable. What was only written stays out of the copy.
 *
 * Contents are kept by inode in $POWER_DISK/inodes, because a rename may come after the content was made durable.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* A copy that cannot be made would make the test prove nothing. */
static void broken(const char *what, const char *path) {
    fprintf(stderr, "power_loss: %s %s: %s\n", what, path, strerror(errno));
    abort();
}

static void make_folders(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        if (mkdir(path, 0700) && errno != EEXIST) broken("mkdir", path);
        *slash = '/';
    }
}

/* Copies a file by way of a temporary one, so that a kill leaves the old copy or the new one. */
static void copy(const char *from, const char *to) {
    static char buffer[1 << 16];
    char temporary[PATH_MAX + 8];
    snprintf(temporary, sizeof temporary, "%s.copying", to);
    int in = open(from, O_RDONLY | O_CLOEXEC);
    if (in < 0) {
        if (errno == ENOENT) return; /* deleted meanwhile */
        broken("open", from);
    }
    int out = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (out < 0) broken("create", temporary);
    ssize_t bytes;
    while ((bytes = read(in, buffer, sizeof buffer)) > 0)
        for (ssize_t done = 0; done < bytes;) {
            ssize_t wrote = write(out, buffer + done, bytes - done);
            if (wrote < 0) broken("write", temporary);
            done += wrote;
        }
    if (bytes < 0) broken("read", from);
    close(in);
    close(out);
    if (rename(temporary, to)) broken("rename", temporary);
}

/* A link from the tree to the content of an inode; an empty file where none of it was made durable. */
static void name(const char *inode, const char *entry) {
    char temporary[PATH_MAX + 8];
    snprintf(temporary, sizeof temporary, "%s.naming", entry);
    unlink(temporary);
    if (access(inode, F_OK)) {
        int empty = open(temporary, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        if (empty < 0) broken("create", temporary);
        close(empty);
    } else if (link(inode, temporary)) {
        broken("link", temporary);
    }
    if (rename(temporary, entry)) broken("rename", temporary);
    unlink(temporary); /* `rename` does nothing where both are one file already */
}

static void inode_path(char *path, const char *disk, const struct stat *status) {
    snprintf(path, PATH_MAX, "%s/inodes/%llu", disk, (unsigned long long)status->st_ino);
}

static void folder_is_durable(const char *disk, const char *live, const char *tree) {
    char inode[PATH_MAX], from[PATH_MAX * 3], to[PATH_MAX * 3];
    DIR *entries = opendir(live);
    if (!entries) return;
    for (struct dirent *entry; (entry = readdir(entries));) {
        struct stat status;
        snprintf(from, sizeof from, "%s/%s", live, entry->d_name);
        snprintf(to, sizeof to, "%s/%s", tree, entry->d_name);
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..") || lstat(from, &status)) continue;
        if (S_ISDIR(status.st_mode)) {
            mkdir(to, 0700);
        } else if (S_ISREG(status.st_mode)) {
            inode_path(inode, disk, &status);
            name(inode, to);
        }
    }
    closedir(entries);
    entries = opendir(tree);
    if (!entries) return;
    for (struct dirent *entry; (entry = readdir(entries));) {
        snprintf(from, sizeof from, "%s/%s", live, entry->d_name);
        snprintf(to, sizeof to, "%s/%s", tree, entry->d_name);
        if (access(from, F_OK)) unlink(to);
    }
    closedir(entries);
}

static void is_durable(int file) {
    const char *live = getenv("POWER_LIVE"), *disk = getenv("POWER_DISK");
    char proc[64], path[PATH_MAX], inode[PATH_MAX], tree[PATH_MAX * 2];
    struct stat status;
    snprintf(proc, sizeof proc, "/proc/self/fd/%d", file);
    ssize_t length = readlink(proc, path, sizeof path - 1);
    if (!live || !disk || length < 0 || fstat(file, &status)) return;
    path[length] = 0;
    size_t root = strlen(live);
    if (strncmp(path, live, root) || (path[root] && path[root] != '/')) return;
    snprintf(tree, sizeof tree, "%s/tree%s", disk, path + root);
    inode_path(inode, disk, &status);
    make_folders(inode);
    make_folders(tree);
    if (S_ISDIR(status.st_mode)) {
        mkdir(tree, 0700);
        folder_is_durable(disk, path, tree);
    } else if (S_ISREG(status.st_mode) && status.st_nlink > 0) {
        copy(path, inode);
        name(inode, tree);
    }
}

static int synced(const char *function, int file) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, function);
    int result = real(file);
    if (result == 0) {
        int before = errno;
        pthread_mutex_lock(&lock);
        is_durable(file);
        pthread_mutex_unlock(&lock);
        errno = before;
    }
    return result;
}

int fsync(int file) { return synced("fsync", file); }
int fdatasync(int file) { return synced("fdatasync", file); }
