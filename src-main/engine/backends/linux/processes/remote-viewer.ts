import { readdirSync, readFileSync } from 'node:fs';

/**
 * The name of a remote-viewer server of this X display that releases Shift before keys with the same keysym without it, such as
 * F9; null if there is none. x11vnc 0.9.16 does so by default (`-modtweak`): it looks up the modifiers of the received keysym.
 * Xvnc, xrdp and x0vncserver pass modifiers unchanged.
 * @param display such as `:0`
 */
export function shiftLifter(display: string): string | null {
  for (const id of processIds()) {
    const name = read(`/proc/${id}/comm`).trim();
    if (!lifters.has(name)) continue;
    const words = read(`/proc/${id}/cmdline`).split('\0');
    const named = words[words.findIndex((word) => /^--?display$/.test(word)) + 1];
    const shown = words.some((word) => /^--?display$/.test(word)) ? named : displayOf(id);
    // The display served by another user's process is unreadable.
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

/** Ignores the screen number after the dot, and the host name. */
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
