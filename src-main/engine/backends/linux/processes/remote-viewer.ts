import { readdirSync, readFileSync } from 'node:fs';

/**
 * A program that shows an X display to a remote viewer and lifts Shift before keys that mean the same without it, such as F9: its
 * name; null if none serves this display. x11vnc 0.9.16 does so as it starts by default (`-modtweak`): it looks for the modifiers
 * of the keysym that was sent. Xvnc, xrdp and x0vncserver hand modifiers on as they are.
 * @param display such as `:0`
 */
export function shiftLifter(display: string): string | null {
  for (const id of processIds()) {
    const name = read(`/proc/${id}/comm`).trim();
    if (!lifters.has(name)) continue;
    const words = read(`/proc/${id}/cmdline`).split('\0');
    const named = words[words.findIndex((word) => /^--?display$/.test(word)) + 1];
    const shown = words.some((word) => /^--?display$/.test(word)) ? named : displayOf(id);
    // Of another user's process nobody can read which display it serves.
    if (shown === undefined || shown === null || isSame(shown, display)) return name;
  }
  return null;
}

const lifters: ReadonlySet<string> = new Set(['x11vnc']);

function displayOf(id: string): string | null {
  const entry = read(`/proc/${id}/environ`)
    .split('\0')
    .find((line) => line.startsWith('DISPLAY='));
  return entry?.slice('DISPLAY='.length) ?? null;
}

/** The screen behind the dot does not count, nor how this machine is called. */
function isSame(one: string, other: string): boolean {
  const number = (display: string) => /:(\d+)/.exec(display)?.[1];
  return number(one) === number(other);
}

function processIds(): readonly string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
