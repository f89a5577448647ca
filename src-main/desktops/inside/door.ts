import { spawn } from 'node:child_process';
import { createServer, type Socket } from 'node:net';
import { onFrame, sendFrame, type FromDoor, type ToDoor } from '../wire.ts';

/**
 * Starts programs on the desktop for those who reach its socket: this user outside, and programs inside, which can start
 * programs anyway. A program ends with the connection it was started by.
 */
export function openDoor(socket: string): Promise<void> {
  return new Promise((resolve, reject) => {
    createServer((connection) => serve(connection))
      .once('error', reject)
      .listen(socket, resolve);
  });
}

function serve(connection: Socket): void {
  let deliver: ((value: unknown) => void) | null = null;
  connection.on('error', () => undefined);
  onFrame(connection, (message) => {
    const asked = message as ToDoor;
    if (asked.type === 'start' && !deliver) deliver = start(connection, asked);
    else if (asked.type === 'message') deliver?.(asked.value);
  });
}

function start(connection: Socket, { command, args, channel }: Extract<ToDoor, { type: 'start' }>) {
  const answer = (message: FromDoor) => {
    if (!connection.destroyed) sendFrame(connection, message);
  };
  const child = spawn(command, [...args], {
    cwd: process.env['HOME'],
    serialization: 'advanced',
    // What it writes passes through here: a terminal of the owner's in its hands could be typed into.
    stdio: ['ignore', 'pipe', 'pipe', ...(channel ? (['ipc'] as const) : [])],
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => answer({ type: 'output', text }));
  child.on('message', (value) => answer({ type: 'message', value }));
  const over = (reason: string, code: number | null) => {
    answer({ type: 'exit', reason, code });
    connection.end();
  };
  child.once('error', (error) => over(error.message, null));
  child.once('exit', (code, signal) => over(signal ?? `exit code ${code ?? 0}`, code));
  connection.once('close', () => child.kill('SIGKILL'));
  return (value: unknown) => {
    // Of a channel that just closed the exit tells.
    if (child.connected) child.send(value as NodeJS.Dict<unknown>, () => undefined);
  };
}
