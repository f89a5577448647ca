import type { ChildProcess } from 'node:child_process';
import { createReadStream, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm, appendFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';
import { endChild, startChild } from '../../scripts/lib/children.mjs';
import type { Op, Scene } from './scene.ts';
import { scenes, toolkits, type ToolkitName } from './toolkits.ts';

/** A log entry of an app for an event on one of its widgets. */
export interface Entry {
  /** The item's id; a row of a list is `LIST/ROW`; empty if no item was hit. */
  readonly id: string;
  readonly what: 'down' | 'up' | 'over' | 'wheel' | 'key' | 'clicked' | 'toggled' | 'selected' | 'text' | 'value';
  readonly value: unknown;
  /** When it was logged, in milliseconds of `performance.now()`. */
  readonly at: number;
}

/** A running app that shows scenes, and another app that can cover it. */
export interface Staged {
  readonly title: string;
  show(scene: Scene): Promise<void>;
  /** Runs the operations after `after` milliseconds. @returns when the app confirmed them, in milliseconds of `performance.now()` */
  change(ops: readonly Op[], after?: number): Promise<number>;
  /** Moves the other app's window to a place on the screen, or away. */
  other(place: { x: number; y: number; w: number; h: number; topmost: boolean } | null): void;
  /** Entries since the last call; waits until no more arrive. */
  received(waitMs?: number): Promise<readonly Entry[]>;
  close(): Promise<void>;
}

const startsWithin = 60_000;
const doesWithin = 10_000;
/** How exactly the times of entries are known, in milliseconds. */
const noteEveryMs = 10;

/** Starts the app of a toolkit on the current desktop. @param scale scale factor for the toolkit */
export async function stage(name: ToolkitName, scale: number): Promise<Staged> {
  const folder = mkdtempSync(join(tmpdir(), 'deskscope-acts-'));
  const log = join(folder, 'log');
  writeFileSync(log, '');
  const toolkit = toolkits[name];
  const page = toolkit.page ? await servePage(log) : null;
  const { command, args, env } = await toolkit.start({ folder, log, url: page?.url ?? '', scale });
  const options = { env: { ...process.env, LC_ALL: 'C.UTF-8', ...env } };
  const app = startChild(command, [...args], { ...options, stdio: ['pipe', 'ignore', 'ignore'] });
  const other = startChild('wish', [join(scenes, 'other.tcl'), log], {
    ...options,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const send = (line: string) => (page ? page.send(line) : void app.stdin?.write(`${line}\n`));
  let [numbers, read] = [0, 0];
  // The last one may be half written.
  const lines = () => readFileSync(log, 'utf8').split('\n').slice(0, -1);
  const cameAt: number[] = [];
  const noted = () => {
    const all = lines();
    while (cameAt.length < all.length) cameAt.push(performance.now());
    return all.map((line, index) => ({ line, at: cameAt[index] ?? 0 }));
  };
  const timer = setInterval(noted, noteEveryMs);
  const answered = (n: number) =>
    noted()
      .filter(({ line }) => isAck(line))
      .map(({ line, at }) => ({ ...(JSON.parse(line) as { readonly ack: number; readonly error?: string }), at }))
      .find(({ ack }) => ack === n);
  const run = async (ops: readonly unknown[], after = 0, within = doesWithin) => {
    const n = ++numbers;
    send(JSON.stringify({ n, after, ops }));
    const deadline = Date.now() + within;
    for (;;) {
      const ack = answered(n);
      if (ack?.error !== undefined) throw new Error(`${name}: ${ack.error} in ${JSON.stringify(ops)}`);
      if (ack) return ack.at;
      if (app.exitCode !== null || app.signalCode !== null) throw new Error(`The app of ${name} has ended.`);
      if (Date.now() > deadline) throw new Error(`The app of ${name} did not do ${JSON.stringify(ops)}.`);
      await sleep(5);
    }
  };
  return {
    title: 'Scene',
    show: async ({ items, menu }) => void (await run([{ op: 'scene', title: 'Scene', items, menu }], 0, startsWithin)),
    change: (ops, after) => run(ops, after),
    other: (place) =>
      void other.stdin?.write(
        place ? `${[place.x, place.y, place.w, place.h, place.topmost ? 1 : 0].join(' ')}\n` : 'away\n',
      ),
    async received(waitMs = 60) {
      await sleep(waitMs);
      // The app processes earlier input before the next command.
      await run([]);
      const all = noted();
      const fresh = all.slice(read).filter(({ line }) => !isAck(line));
      read = all.length;
      return fresh.map(({ line, at }) => ({ ...(JSON.parse(line) as Omit<Entry, 'at'>), at }));
    },
    async close() {
      clearInterval(timer);
      for (const each of [app, other]) await endGroup(each);
      page?.server.closeAllConnections();
      page?.server.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const isAck = (line: string) => line.startsWith('{"ack"');

interface Page {
  readonly server: Server;
  readonly url: string;
  send(line: string): void;
}

/** A page has no files: commands reach it as an event stream, and its log is posted here. */
async function servePage(log: string): Promise<Page> {
  const waiting: string[] = [];
  let stream: ServerResponse | null = null;
  const flush = () => {
    for (const line of stream ? waiting.splice(0) : []) stream?.write(`data: ${line}\n\n`);
  };
  const server = createServer((request, response) => {
    if (request.url === '/commands') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
      stream = response;
      flush();
    } else if (request.url === '/log') {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.on('end', () => void appendFile(log, body).then(() => response.end()));
    } else if (request.url === '/') {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
      createReadStream(join(scenes, 'page.html')).pipe(response);
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    server,
    url: `http://127.0.0.1:${port}/`,
    send(line) {
      waiting.push(line);
      flush();
    },
  };
}

/** Browsers are scripts that start others: ends the whole group. */
async function endGroup(leader: ChildProcess): Promise<void> {
  try {
    if (leader.pid !== undefined) process.kill(-leader.pid, 'SIGKILL');
  } catch {
    // Already exited.
  }
  await endChild(leader);
}
