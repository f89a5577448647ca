import { readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import type { Modifier } from '#contract/model/recordings/action';
import { keysymNamed, unreadable, type Shortcut } from '../shortcuts/shortcut.ts';

/**
 * The key bindings of a sway configuration, in every mode: sway(5). Bindings added later with `swaymsg bindsym` are unknown.
 * @param file its path, for includes
 * @throws AppError `not_verified` if a part of it cannot be read
 */
export async function bindingsIn(text: string, file: string): Promise<readonly Shortcut[]> {
  const variables = new Map<string, string>();
  const lines = await wholeLines(text, file, variables, 0);
  return lines.flatMap((line) => bindingOf(line) ?? []);
}

const mostDepth = 8;

/** Lines of the file and its includes, with variables expanded and without block braces. */
async function wholeLines(
  text: string,
  file: string,
  variables: Map<string, string>,
  depth: number,
): Promise<readonly string[]> {
  if (depth > mostDepth) throw unreadable('the configuration of sway includes itself');
  const lines: string[] = [];
  let block = '';
  for (const raw of text.replaceAll('\\\n', '').split('\n')) {
    const line = filled(raw.trim(), variables);
    const [word = '', ...rest] = line.split(/\s+/);
    const value = rest.join(' ');
    if (word === '' || word.startsWith('#')) continue;
    else if (word === 'set') variables.set(rest[0] ?? '', rest.slice(1).join(' '));
    else if (word === 'include') {
      for (const each of await included(value, file)) {
        const inside = await readFile(each, 'utf8').catch(() => '');
        lines.push(...(await wholeLines(inside, each, variables, depth + 1)));
      }
    } else if (line.endsWith('{')) block = /^bind(?:sym|code)$/.test(word) ? line.slice(0, -1) : '';
    else if (word === '}') block = '';
    else lines.push(`${block} ${line}`.trim());
  }
  return lines;
}

/** Longer names first, as in sway; `set` keeps the names. */
function filled(line: string, variables: ReadonlyMap<string, string>): string {
  const [start, rest] = line.startsWith('set ')
    ? [line.replace(/^(set\s+\S+).*$/s, '$1'), line.replace(/^set\s+\S+/, '')]
    : ['', line];
  const names = [...variables.keys()].sort((one, other) => other.length - one.length);
  return start + names.reduce((text, name) => text.replaceAll(name, () => variables.get(name) ?? ''), rest);
}

/** sway accepts shell words here; supported are a home folder, variables and wildcards in the last name. */
async function included(words: string, file: string): Promise<readonly string[]> {
  const expanded = words
    .replace(/^["'](.*)["']$/, '$1')
    .replace(/^~(?=\/)/, homedir())
    .replaceAll(/\$\{?(\w+)\}?/g, (_, name: string) => process.env[name] ?? '$');
  if (/[$`(){}"'[\]\s]/.test(expanded)) throw unreadable('sway includes files that only a shell can name');
  const place = path.resolve(path.dirname(file), expanded);
  const [folder, name] = [path.dirname(place), path.basename(place)];
  if (/[*?]/.test(folder)) throw unreadable('sway includes files of folders that only a shell can name');
  if (!/[*?]/.test(name)) return [place];
  const pattern = name
    .replaceAll(/[.+^$|\\]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const there = await readdir(folder).catch(() => []);
  return there.filter((each) => new RegExp(`^${pattern}$`).test(each)).map((each) => path.join(folder, each));
}

function bindingOf(line: string): Shortcut | null {
  const [word, ...rest] = line.split(/\s+/);
  if (word !== 'bindsym' && word !== 'bindcode') return null;
  const parts = (rest.find((part) => !part.startsWith('--')) ?? '').replaceAll(/^"|"$/g, '').split('+');
  const names = parts.map((part) => part.toLowerCase());
  const held = new Set(names.flatMap((name) => modifiers[name] ?? []));
  const key = parts.find((_, index) => !allModifiers.has(names[index] ?? '')) ?? '';
  if (/^button\d+$/.test(key)) return null;
  if (word === 'bindcode') return { modifiers: held, keysym: null };
  const keysym = keysymNamed(key);
  return keysym === 0 ? null : { modifiers: held, keysym };
}

const modifiers: Readonly<Record<string, Modifier>> = {
  control: 'ctrl',
  ctrl: 'ctrl',
  alt: 'alt',
  mod1: 'alt',
  mod4: 'meta',
  logo: 'meta',
  super: 'meta',
  mod5: 'altgr',
};
/** Including those that chords cannot contain, and layout groups. */
const allModifiers: ReadonlySet<string> = new Set([
  ...Object.keys(modifiers),
  ...'shift lock caps mod2 mod3 group1 group2 group3 group4'.split(' '),
]);
