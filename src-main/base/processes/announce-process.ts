import { createServer } from 'node:net';

/** The name in the process table of a process with Deskscope's windows, and the title of its permission windows. */
export const processName = 'deskscope';
export const questionTitle = 'Deskscope: permission';

/** The pipe of such a process on Windows. */
export function processPipe(processId: number): string {
  return `\\\\.\\pipe\\${processName}-${processId}`;
}

/**
 * Marks the windows of this process as Deskscope's for every engine of this user, whoever started it and when. Call it
 * before the first window. The mark can only be made by the process itself, so that nobody can hide another program's
 * windows, and ends with it: on Linux its name (https://man7.org/linux/man-pages/man5/proc_pid_comm.5.html), on Windows
 * a pipe, whose server the system reports.
 */
export function announceProcess(platform: NodeJS.Platform = process.platform): void {
  if (platform !== 'win32') {
    process.title = processName;
    return;
  }
  // Clients only query the pipe's owner, and send nothing.
  const server = createServer((asker) => asker.on('error', () => undefined).destroy());
  server.on('error', () => undefined);
  server.listen(processPipe(process.pid)).unref();
}
