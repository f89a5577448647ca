import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { atomicWrite } from '../base/files/atomic-write.ts';
import { disposable, type Disposable } from '../base/async/disposable.ts';
import { isAlive } from '../base/processes/is-alive.ts';
import type { Log } from '../base/log.ts';
import type { Halt } from '../permissions/halt.ts';

const haltNotice = z.object({
  halted: z.boolean(),
  /** The process that halted. */
  processId: z.number().int().positive(),
  /** Distinguishes one halt from the next. */
  id: z.string(),
});
type HaltNotice = z.output<typeof haltNotice>;

/**
 * Polling interval, in milliseconds: a halt must take effect at once, and watching folders fails on some file systems.
 */
const lookMs = 150;

/**
 * One halt for every Deskscope of this user in this session: if one halts, all do. It is a file that only the user can
 * write; the halt of a process that has ended does not apply to those that start later.
 * @param pulled ends pending work when another Deskscope halts
 */
export function shareHalt(
  halt: Halt,
  {
    folder = haltFolder(process.env),
    pulled,
    log,
  }: { readonly folder?: string | null; readonly pulled: () => void; readonly log: Log },
): Disposable {
  if (folder === null) {
    log('warn', 'there is no folder to share a halt in: one of another Deskscope is not heard here, nor ours there');
    return disposable(() => undefined);
  }
  const file = path.join(folder, 'halt.json');
  let seen = read(file);
  let isReporting = true;
  const follow = (next: HaltNotice) => {
    isReporting = false;
    if (next.halted && !halt.state.halted) {
      log('warn', `halted by another Deskscope (process ${next.processId})`);
      halt.pull();
      pulled();
    } else if (!next.halted && halt.state.halted) halt.resume();
    isReporting = true;
  };
  if (seen?.halted && isAlive(seen.processId)) follow(seen);
  const timer = setInterval(() => {
    const next = read(file);
    if (!next || next.id === seen?.id) return;
    seen = next;
    follow(next);
  }, lookMs).unref();
  let was = halt.state.halted;
  const subscription = halt.onChange(({ halted }) => {
    if (halted === was) return;
    was = halted;
    if (!isReporting) return;
    seen = { halted, processId: process.pid, id: randomUUID() };
    atomicWrite(file, JSON.stringify(seen)).catch((error: unknown) =>
      log('error', 'other Deskscopes were not told of the halt', error),
    );
  });
  return disposable(() => {
    clearInterval(timer);
    subscription.dispose();
  });
}

function read(file: string): HaltNotice | null {
  try {
    return haltNotice.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? null;
  } catch {
    return null;
  }
}

/**
 * A path in this login's runtime folder, else in the user’s own folder in the temporary directory; null if that belongs
 * to another user. Clients start servers with few variables: without the login's folder, systemd's default is tried.
 * @param logins parent of the logins' folders, which are named by user id
 */
export function haltFolder(
  { XDG_RUNTIME_DIR: known, LOCALAPPDATA: local }: Readonly<Record<string, string | undefined>>,
  logins = '/run/user',
): string | null {
  if (process.platform === 'win32') return makeOwn(path.join(local ?? tmpdir(), 'deskscope-halt'));
  const user = String(userInfo().uid);
  const usual = path.join(logins, user);
  const runtime = known || (existsSync(usual) ? usual : '');
  const places = [
    ...(runtime ? [path.join(runtime, 'deskscope-halt')] : []),
    ...(known ? [] : [path.join(tmpdir(), `deskscope-halt-${user}`)]),
  ];
  return places.map(makeOwn).find((folder) => folder !== null) ?? null;
}

function makeOwn(folder: string): string | null {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = statSync(folder);
    const isOurs = process.platform === 'win32' || (uid === process.getuid?.() && (mode & 0o022) === 0);
    return isOurs ? folder : null;
  } catch {
    return null;
  }
}
