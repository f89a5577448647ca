import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import type { Modifier } from '#contract/model/recordings/action';
import { keysymNamed, unreadable, type Shortcut } from './shortcut.ts';

/** The keys that kglobalacceld, KWin's shortcut daemon, stores for all registered actions. @throws AppError `not_verified` */
export async function kdeShortcuts(): Promise<readonly Shortcut[]> {
  const folder = process.env['XDG_CONFIG_HOME'] || path.join(homedir(), '.config');
  const text = await readFile(path.join(folder, 'kglobalshortcutsrc'), 'utf8').catch((cause: unknown) => {
    throw unreadable('kglobalshortcutsrc is not there', cause);
  });
  return shortcutsIn(text);
}

/**
 * Lines of `action=keys,default keys,name`; in a list, commas are escaped with a backslash, and several keys are separated by
 * `\t`.
 */
export function shortcutsIn(text: string): readonly Shortcut[] {
  return text.split('\n').flatMap((line) => {
    const [, value = ''] = /^(?!_k_friendly_name)[^=[\]]+=(.*)$/.exec(line) ?? [];
    const [active = ''] = value.split(/(?<!\\),/);
    const sequences = active.replaceAll(/\\+,/g, ',').split(String.raw`\t`);
    return sequences.flatMap((keys) => (keys === '' || keys === 'none' ? [] : (shortcutOf(keys) ?? [])));
  });
}

/** In QKeySequence's format: `Meta+Ctrl+Esc`; of a sequence, the first chord is the one that grabs keys. */
function shortcutOf(text: string): Shortcut | null {
  const [first = ''] = text.split(', ');
  const parts = first.split(/\+(?!$)/);
  const key = parts.pop() ?? '';
  const keysym = keysymNamed(names[key] ?? signs[key] ?? key.replaceAll(' ', ''));
  const held = parts.flatMap((part) => modifiers[part] ?? []);
  if (keysym !== 0) return { modifiers: new Set(held), keysym };
  // A key with another name here: with these modifiers it may be any.
  return held.length > 0 ? { modifiers: new Set(held), keysym: null } : null;
}

const modifiers: Readonly<Record<string, Modifier>> = { Ctrl: 'ctrl', Alt: 'alt', Meta: 'meta', AltGr: 'altgr' };

/** https://doc.qt.io/qt-6/qkeysequence.html, where Qt's name differs from X's. */
const names: Readonly<Record<string, string>> = {
  Esc: 'Escape',
  Del: 'Delete',
  Ins: 'Insert',
  PgUp: 'Page_Up',
  PgDown: 'Page_Down',
  Backspace: 'BackSpace',
  Backtab: 'Tab',
  Enter: 'KP_Enter',
  CapsLock: 'Caps_Lock',
  Space: 'space',
  'Volume Mute': 'XF86AudioMute',
  'Volume Up': 'XF86AudioRaiseVolume',
  'Volume Down': 'XF86AudioLowerVolume',
  'Media Play': 'XF86AudioPlay',
  'Media Stop': 'XF86AudioStop',
  'Media Next': 'XF86AudioNext',
  'Media Previous': 'XF86AudioPrev',
  'Launch Mail': 'XF86Mail',
  Calculator: 'XF86Calculator',
  'Home Page': 'XF86HomePage',
  Search: 'XF86Search',
};

const signs: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~', (sign) => [sign, `U${sign.charCodeAt(0).toString(16)}`]),
);
