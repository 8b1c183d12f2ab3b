/* Preloaded into an emulated program: what it starts is emulated, too. Without it the kernel would run a child on the
 * real processor, as qemu-user passes execve on. EMULATOR names qemu, EMULATED_CPU the processor; a file that is no
 * program of ours (a script, nothing at all) goes to the kernel as it is. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <string.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

extern char **environ;

static int is_program(const char *path) {
    char head[4] = "";
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    ssize_t got = read(file, head, sizeof head);
    close(file);
    return got == sizeof head && memcmp(head, "\177ELF", sizeof head) == 0 && access(path, X_OK) == 0;
}

int execve(const char *path, char *const words[], char *const environment[]) {
    const char *emulator = getenv("EMULATOR"), *cpu = getenv("EMULATED_CPU");
    size_t count = 0;
    while (words[count]) count++;
    if (!emulator || !cpu || !count || !strcmp(path, emulator) || !is_program(path))
        return (int)syscall(SYS_execve, path, words, environment);
    const char *all[count + 7];
    const char *before[] = {emulator, "-cpu", cpu, "-0", words[0], path};
    memcpy(all, before, sizeof before);
    memcpy(all + 6, words + 1, count * sizeof *words);
    return (int)syscall(SYS_execve, emulator, all, environment);
}

int execv(const char *path, char *const words[]) {
    return execve(path, words, environ);
}

int execvp(const char *path, char *const words[]) {
    return execve(path, words, environ); /* PyInstaller's program names itself by its whole path */
}
