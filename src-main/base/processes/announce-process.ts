import { createServer } from 'node:net';

/** The name in the process table of a process whose windows are Deskscope's, and the title of the windows it asks in. */
export const processName = 'deskscope';
export const questionTitle = 'Deskscope: permission';

/** The pipe of such a process on Windows. */
export function processPipe(processId: number): string {
  return `\\\\.\\pipe\\${processName}-${processId}`;
}

/**
 * Tells every engine of this user, anyone who started it and when, that the windows of this process are Deskscope's. To be called
 * before the first window. By what only the process itself can do, so that nobody can have another program's windows overlooked,
 * and what ends with it: on Linux its name (https://man7.org/linux/man-pages/man5/proc_pid_comm.5.html), on Windows a pipe, of
 * which the system reports who serves it.
 */
export function announceProcess(platform: NodeJS.Platform = process.platform): void {
  if (platform !== 'win32') {
    process.title = processName;
    return;
  }
  // Anyone who connects wants to know whose pipe it is, and nothing else.
  const server = createServer((asker) => asker.on('error', () => undefined).destroy());
  server.on('error', () => undefined);
  server.listen(processPipe(process.pid)).unref();
}
