/** The first program of a desktop: starts the others, ends with them and with the desktop's owner. Plain Node.js. */
import { Socket, createServer } from 'node:net';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { endProcessesOf } from '../marked.ts';
import { onFrame, sendFrame, type FromDoor, type ToDoor } from '../wire.ts';
import type { Order, Report } from './order.ts';
import { startSession } from './session.ts';

/** The descriptor whose other end only the desktop's owner holds. */
const lifeline = 3;

// The owner wrote it.
const order = JSON.parse(process.argv[2] ?? '') as Order;
let isEnding = false;

function end(why?: string): void {
  if (isEnding) return;
  isEnding = true;
  if (why !== undefined) process.stderr.write(`${why}\n`);
  void endDesktop(order.ownProcesses);
}

function report(what: Report): void {
  process.stdout.write(`${JSON.stringify(what)}\n`);
}

// The reader of this output may be gone.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);
// Before anything else: an owner that is gone already is noticed now.
endWithOwner(() => end());

startSession(order, end)
  .then(async (display) => {
    await openDoor(order.door);
    report({ display });
  })
  .catch((error: unknown) => {
    report({ failed: error instanceof Error ? error.message : String(error) });
    end();
  });

/**
 * Ends the whole desktop when its owner is gone for any reason: the kernel closes a killed process's files.
 * bubblewrap's `--die-with-parent` misses an owner killed while bubblewrap starts; this does not.
 */
function endWithOwner(end: () => void): void {
  new Socket({ fd: lifeline, readable: true, writable: false })
    .on('error', () => undefined)
    .on('close', end)
    .resume();
}

/** Kills every program of the desktop, then this one. */
async function endDesktop(ownProcesses: boolean): Promise<never> {
  if (ownProcesses) {
    try {
      // All other processes of the namespace. Only there: elsewhere it would be everything that the user runs.
      if (process.pid <= 2) process.kill(-1, 'SIGKILL');
    } catch {
      // There is no other.
    }
  } else {
    await endProcessesOf(path.dirname(process.env['XDG_RUNTIME_DIR'] ?? '/nowhere/run'));
  }
  process.exit(1);
}

/**
 * Starts programs on the desktop for clients of its socket: this user outside, and programs inside, which can start
 * programs anyway. A program ends with the connection that started it.
 */
function openDoor(socket: string): Promise<void> {
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
    // Its output is piped: a program that holds a terminal of the owner's could type into it.
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
    // For a channel that just closed, the exit is reported.
    if (child.connected) child.send(value as NodeJS.Dict<unknown>, () => undefined);
  };
}
