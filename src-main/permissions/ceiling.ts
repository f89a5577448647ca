import { readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { CeilingView, Effect } from '#contract/model/permissions/permission';
import { ceilingFiles, profileFolder } from '../base/files/profile-folder.ts';
import { fits, namedBy, surelyNamed, type Named } from './patterns.ts';
import { programNames } from './programs.ts';

/**
 * The most that is allowed, and what is always denied; `*` matches any text. Without `allow`, everything not denied is
 * allowed.
 */
const lists = z.strictObject({ allow: z.array(z.string()).optional(), deny: z.array(z.string()).optional() });
type Lists = z.output<typeof lists>;

/**
 * The upper limit for agents, the command line, replays and devices, regardless of settings, answers and flags. A
 * person or an administrator writes it by hand.
 */
const ceilingShape = z.strictObject({
  /** File names of executables or window classes, or `title:` and a title. */
  apps: lists.optional(),
  /** Names of tools, or `observe`, `act`, `program`. */
  tools: lists.optional(),
  /** Whole paths. */
  folders: lists.optional(),
  /** Names of programs to start, as `PATH` finds them, or absolute paths. */
  programs: lists.optional(),
  /** Hosts to connect to. */
  network: lists.optional(),
  /** Apps that may be captured in screenshots. */
  pictures: lists.optional(),
});
type Shape = z.output<typeof ceilingShape>;
type Subject = keyof Shape;

interface Found {
  readonly file: string;
  readonly rules: Shape;
  /** Why it cannot be read; everything is forbidden then. */
  readonly problem: string;
  readonly writtenBy: string;
  /** Milliseconds since the epoch. */
  readonly changed: number;
}

/** A call, matched against the list of tools. */
export interface CeilingTool {
  readonly name: string;
  readonly effect: Effect;
  /** Other names of the same tool: denying one denies this. */
  readonly deniedAs: readonly string[];
}

/** The current ceiling: edits of the files apply from the next call on. */
export interface Ceiling {
  /** True if there is no file. */
  readonly isNone: boolean;
  /** @throws AppError `permission_denied` if one of its files cannot be read */
  ensureReadable(): void;
  /** @throws AppError `permission_denied` for a forbidden tool */
  ensureTool(tool: CeilingTool): void;
  ensureApp(window: Named): void;
  ensurePicture(window: Named): void;
  ensureProgram(command: string, args?: readonly string[]): void;
  ensureHost(address: string): void;
  /** The permitted parts of these folders; none while one of the files cannot be read. */
  folders(allowed: readonly string[]): readonly string[];
  /** Folders that are never opened. */
  readonly deniedFolders: readonly string[];
  /** For the app. */
  readonly view: readonly CeilingView[];
}

/** @param files in any order; all existing ones apply */
export function createCeiling(files: readonly string[]): Ceiling {
  const known = new Map<string, { readonly stamp: string; readonly found: Found }>();
  const read = (): readonly Found[] =>
    files.flatMap((file) => {
      const stamp = stampOf(file);
      if (stamp === null) {
        known.delete(file);
        return [];
      }
      const before = known.get(file);
      if (before?.stamp === stamp) return [before.found];
      const found = readCeiling(file);
      known.set(file, { stamp, found });
      return [found];
    });
  const readable = () => {
    const found = read();
    const broken = found.find(({ problem }) => problem !== '');
    if (broken) throw refused(broken, `cannot be read, so that nothing is allowed: ${broken.problem}`);
    return found;
  };
  type Fitting = (list: readonly string[]) => boolean;
  const ensure = (subject: Subject, what: string, fitting: Fitting, allowed = fitting) => {
    for (const found of readable()) {
      const { allow, deny = [] } = found.rules[subject] ?? {};
      if (fitting(deny) || (allow && !allowed(allow))) throw refused(found, `forbids ${what}`);
    }
  };
  const named = (window: Named) => (list: readonly string[]) =>
    list.some((entry) => entry === '*') || namedBy(list, window) !== null;
  const ensureApp = (subject: 'apps' | 'pictures', window: Named, what: string) =>
    ensure(
      subject,
      `${what}${quoted(window.app || window.className || 'an app that cannot be named')}`,
      named(window),
      named(surelyNamed(window)),
    );

  return {
    get isNone() {
      return read().length === 0;
    },
    ensureReadable: () => void readable(),
    ensureTool({ name, effect, deniedAs }) {
      const fitting = (names: readonly string[]) => (list: readonly string[]) =>
        list.some((entry) => entry === effect || names.some((each) => fits(entry, each)));
      ensure('tools', `the tool ${quoted(name)}`, fitting([name, ...deniedAs]), fitting([name]));
    },
    ensureApp: (window) => ensureApp('apps', window, 'the app '),
    ensurePicture: (window) => ensureApp('pictures', window, 'pictures of '),
    ensureProgram(command, args = []) {
      const { any, sure } = programNames(command, args);
      const fitting = (names: readonly string[]) => (list: readonly string[]) =>
        list.some((entry) => names.some((name) => fits(entry, name)));
      ensure('programs', `starting ${quoted(command)}`, fitting(any), fitting(sure));
    },
    ensureHost(address) {
      const host = hostOf(address);
      ensure('network', `reaching ${quoted(host)}`, (list) => list.some((entry) => fits(entry, host)));
    },
    folders(allowed) {
      return read().reduce<readonly string[]>((left, { problem, rules: { folders } }) => {
        const allow = problem === '' ? folders?.allow : [];
        return allow ? left.flatMap((folder) => partsIn(folder, allow)) : left;
      }, allowed);
    },
    get deniedFolders() {
      return read().flatMap(({ rules }) => rules.folders?.deny ?? []);
    },
    get view() {
      return read().map(({ file, problem, writtenBy, changed, rules }) => ({
        file,
        problem,
        writtenBy,
        changed,
        forbids: problem === '' ? forbidden(rules) : ['everything'],
      }));
    },
  };
}

/** No ceiling: for tests and for code without a profile. */
export const noCeiling = createCeiling([]);

let here: Ceiling | null = null;

/**
 * The ceiling of this process’s user, for access outside the engine: programs and hosts of configurations and models.
 */
export function ceilingHere(): Ceiling {
  here ??= createCeiling(ceilingFiles(profileFolder(process.env)));
  return here;
}

function readCeiling(file: string): Found {
  const about = { file, writtenBy: 'unknown', changed: 0, rules: {} };
  try {
    const { uid, mtimeMs, size } = statSync(file);
    const by = { ...about, writtenBy: nameOf(uid), changed: mtimeMs };
    if (size > largest) return { ...by, problem: 'it is too large' };
    const parsed = ceilingShape.safeParse(parse(readFileSync(file, 'utf8')));
    if (parsed.success) return { ...by, rules: parsed.data, problem: '' };
    const [issue] = parsed.error.issues;
    const where = issue?.path.join('.');
    return { ...by, problem: `${where ? `${where}: ` : ''}${issue?.message ?? 'it has another form'}` };
  } catch (error) {
    return { ...about, problem: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) };
  }
}

/** In bytes; larger than any file written by hand. */
const largest = 1_000_000;

/** Changes whenever the file does; null if there is none. A file that cannot be queried counts as existing. */
function stampOf(file: string): string | null {
  try {
    // Most users have none, and each call checks: a thrown error costs ten times as much.
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found) return null;
    const { mtimeMs, ctimeMs, size, ino } = found;
    return [mtimeMs, ctimeMs, size, ino].join(' ');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOTDIR' ? null : `unreadable ${code ?? ''}`;
  }
}

function nameOf(uid: number): string {
  if (process.platform === 'win32') return 'the owner of the file';
  if (uid === 0) return 'root';
  return uid === process.getuid?.() ? userInfo().username : `the user ${uid}`;
}

function hostOf(address: string): string {
  try {
    // A trailing dot names the same host.
    return new URL(address).hostname.replace(/\.$/, '') || address;
  } catch {
    return address;
  }
}

/** The folder itself if one of the others contains it, else those of the others that are in it. */
function partsIn(folder: string, others: readonly string[]): readonly string[] {
  if (others.some((other) => isBelow(other, folder))) return [folder];
  return others.filter((other) => isBelow(folder, other));
}

function isBelow(folder: string, place: string): boolean {
  const way = path.relative(folder, place);
  return way === '' || (way.split(path.sep)[0] !== '..' && !path.isAbsolute(way));
}

function forbidden(rules: Shape): readonly string[] {
  return (Object.entries(rules) as [Subject, Lists][]).flatMap(([subject, { allow, deny = [] }]) => [
    ...(allow ? [`${subject}: all but ${allow.length === 0 ? 'none' : allow.join(', ')}`] : []),
    ...(deny.length > 0 ? [`${subject}: ${deny.join(', ')}`] : []),
  ]);
}

function refused({ file, writtenBy }: Found, why: string): AppError {
  return new AppError('permission_denied', `The ceiling in ${file}, written by ${writtenBy}, ${why}.`, {
    hint: 'Only the owner of that file can allow it. No setting, flag or answer does.',
    delivery: 'not_delivered',
  });
}
