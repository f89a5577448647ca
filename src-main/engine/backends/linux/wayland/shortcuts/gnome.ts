import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Modifier } from '#contract/model/recordings/action';
import { keysymNamed, unreadable, type Shortcut } from './shortcut.ts';

const run = promisify(execFile);
const withinMs = 1_500;

/** Bindings of Mutter, the shell, and the daemon that starts programs. Bindings added by extensions are in none of them. */
const needed = ['org.gnome.desktop.wm.keybindings', 'org.gnome.mutter.keybindings', 'org.gnome.shell.keybindings'];
const mediaKeys = 'org.gnome.settings-daemon.plugins.media-keys';
const further = ['org.gnome.mutter.wayland.keybindings', mediaKeys];

/** The key bindings in GNOME's settings, including the user's own. @throws AppError `not_verified` */
export async function gnomeShortcuts(): Promise<readonly Shortcut[]> {
  const list = (schema: string) => settings('list-recursively', schema);
  const known = Promise.all(needed.map(list));
  // Older and newer versions lack some of these.
  const more = Promise.all(further.map((schema) => list(schema).catch(() => '')));
  const own = settings('get', mediaKeys, 'custom-keybindings').then(
    (paths) =>
      Promise.all(quotedIn(paths).map((path) => settings('get', `${mediaKeys}.custom-keybinding:${path}`, 'binding'))),
    () => [],
  );
  const texts = await Promise.all([known, more, own]).catch((cause: unknown) => {
    throw unreadable('gsettings does not answer', cause);
  });
  return texts.flat().flatMap(acceleratorsIn);
}

/** Accelerators in GVariant's notation, as GTK writes them: `['<Super>Tab', '<Alt>F2']`. */
export function acceleratorsIn(text: string): readonly Shortcut[] {
  return quotedIn(text).flatMap((accelerator) => {
    const [, before = '', key = ''] = /^((?:<[^<>]+>)*)([^<>]+)$/.exec(accelerator) ?? [];
    const code = /^0x[\da-f]+$/i.test(key);
    const keysym = code ? null : keysymNamed(key);
    if (keysym === 0) return [];
    const names = before.toLowerCase().match(/[^<>]+/g) ?? [];
    return [{ modifiers: new Set(names.flatMap((name) => modifiers[name] ?? [])), keysym }];
  });
}

/** https://docs.gtk.org/gtk4/func.accelerator_parse.html, without Shift. */
const modifiers: Readonly<Record<string, Modifier>> = {
  control: 'ctrl',
  ctrl: 'ctrl',
  ctl: 'ctrl',
  primary: 'ctrl',
  alt: 'alt',
  mod1: 'alt',
  super: 'meta',
  mod4: 'meta',
  meta: 'meta',
  hyper: 'meta',
  mod5: 'altgr',
};

function quotedIn(text: string): readonly string[] {
  return [...text.matchAll(/'([^']*)'|"([^"]*)"/g)].map(([, single, double]) => single ?? double ?? '');
}

async function settings(...args: readonly string[]): Promise<string> {
  return (await run('gsettings', [...args], { timeout: withinMs, maxBuffer: 4_000_000 })).stdout;
}
