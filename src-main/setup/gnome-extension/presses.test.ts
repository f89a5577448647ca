import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';

const script = readFileSync(path.join(import.meta.dirname, '../../../resources/gnome-shell/presses.js'), 'utf8');
const given = ['GLib', 'global', 'now', 'Hands', 'Clutter'] as const;

/** A shell with a stopped clock, and input that many milliseconds ago. */
let shell: { ms: number; idle: number; sentAt: number };
let heard: { type: string }[];
let look: () => void;

beforeEach(() => {
  shell = { ms: 1_000_000, idle: 60_000, sentAt: -Infinity };
  heard = [];
  const stubs: Record<(typeof given)[number], unknown> = {
    GLib: { timeout_add: (_: number, __: number, looks: () => void) => ((look = looks), 1), PRIORITY_HIGH: 0 },
    global: {
      get_pointer: () => [5, 5, 0],
      backend: { get_core_idle_monitor: () => ({ get_idletime: () => shell.idle }) },
    },
    now: () => shell.ms * 1_000,
    Hands: {
      get sentAt() {
        return shell.sentAt;
      },
    },
    Clutter: { ModifierType: { MODIFIER_MASK: 0 } },
  };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- it is a script of gnome-shell, and no module
  const load = new Function(...given, `${script}; FieldKeys.listen = () => () => undefined; return Presses;`) as (
    ...stubs: unknown[]
  ) => new (say: (what: { type: string }) => void) => unknown;
  const Presses = load(...given.map((name) => stubs[name]));
  new Presses((what) => heard.push(what));
});

/** The shell was busy for that long, and has then processed its events. */
function isBusy(ms: number): void {
  shell.ms += ms;
  shell.idle = 1;
  look();
}

it('reports that input was lost where a shell that was busy has seen some', () => {
  isBusy(400);
  expect(heard.map(({ type }) => type)).toEqual(['gap']);
});

it('takes for ours what we sent just before the shell was busy, no matter how long that was', () => {
  shell.sentAt = shell.ms - 5;
  isBusy(400);
  expect(heard).toEqual([]);
  isBusy(400);
  expect(heard.map(({ type }) => type)).toEqual(['gap']);
});
