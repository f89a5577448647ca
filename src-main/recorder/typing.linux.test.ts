import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import type { Action } from '#contract/model/recordings/action';
import type { Step } from '#contract/model/recordings/recording';
import { liveApp, type LiveApp } from '../engine/backends/linux/testing/live-engine.ts';
import { python } from '../engine/backends/linux/testing/apps/target-app.ts';
import { soon } from '../engine/testing/outcome.ts';
import { startRecorder } from './recorder.ts';

const execute = promisify(execFile);
const text = 'Bread, milk & 2 eggs';

let app: LiveApp;
afterEach(() => app.end());

/** Types key by key through the X server, like a user. */
async function type(characters: string, delayMs: number): Promise<void> {
  await execute('xdotool', ['type', '--delay', String(delayMs), '--', characters]);
}

/** A recording of `work`, stopped right afterwards. */
async function recorded(
  work: () => Promise<void>,
): Promise<{ readonly actions: Action[]; readonly notices: string[] }> {
  const steps: Step[] = [];
  const notices: string[] = [];
  const recorder = startRecorder({
    engine: app.engine,
    changed: (change) => steps.push(...change.steps),
    notice: (sentence) => notices.push(sentence),
  });
  await app.engine.describe({});
  await work();
  await recorder.stop();
  return { actions: steps.map(({ action }) => action), notices };
}

async function openEditor(): Promise<void> {
  app = await liveApp('mousepad', ['--disable-server', `/tmp/deskscope-${randomUUID()}.txt`]);
  await app.element('role=Edit');
}

/** Types the text, and stops the app after it got only the beginning. */
async function stopHalfway(): Promise<void> {
  await type(text.slice(0, 9), 20);
  await vi.waitFor(async () => expect(await shown()).toBe(text.slice(0, 9)), soon);
  process.kill(app.processId, 'SIGSTOP');
  await type(text.slice(9), 20);
}

const shown = async () => (await app.details('role=Edit')).value;

test('loses no key of an app that lags when the recording ends', async () => {
  await openEditor();
  const { actions } = await recorded(async () => {
    await stopHalfway();
    setTimeout(() => process.kill(app.processId, 'SIGCONT'), 900);
  });
  expect(actions).toEqual([{ type: 'setText', text }]);
  await vi.waitFor(async () => expect(await shown()).toBe(text), soon);
});

test('records the typed text of an app that does not handle its keys', async () => {
  await openEditor();
  try {
    const { actions } = await recorded(async () => {
      await stopHalfway();
    });
    expect(actions).toEqual([{ type: 'setText', text }]);
  } finally {
    process.kill(app.processId, 'SIGCONT');
  }
});

test('records five hundred characters in half a second as the value of the field', async () => {
  await openEditor();
  const many = Array.from({ length: 100 }, (_, i) => `${String(i).padStart(4, '0')} `).join('');
  const { actions } = await recorded(() => type(many, 1));
  await vi.waitFor(async () => expect(await shown()).toHaveLength(500), soon);
  expect(actions).toEqual([{ type: 'setText', text: await shown() }]);
});

const shortField = `
import gi
gi.require_version('Gtk', '3.0')
from gi.repository import Gtk
window, box, entry = Gtk.Window(title='Short'), Gtk.Box(), Gtk.Entry(max_length=5)
window.add(box)
box.add(entry)
box.add(Gtk.Button(label='Send'))
window.show_all()
entry.grab_focus()
Gtk.main()
`;

async function openShortField(): Promise<void> {
  app = await liveApp(python, ['-c', shortField], { ready: (nodes) => nodes.length > 3 });
  await app.element('role=Edit');
}

test('records the five characters of a field of limited length', async () => {
  await openShortField();
  const { actions } = await recorded(() => type(text, 20));
  expect(actions).toEqual([{ type: 'setText', text: 'Bread' }]);
});

test('even if a key leaves the field at once', async () => {
  await openShortField();
  const { actions } = await recorded(() => type(`${text}\t`, 20));
  expect(actions).toMatchObject([
    { type: 'setText', text: 'Bread' },
    { type: 'pressKeys', keys: 'Tab' },
  ]);
});

test('records all text of a field that a key leaves before its app has handled the text', async () => {
  await openEditor();
  const { actions } = await recorded(async () => {
    await stopHalfway();
    await execute('xdotool', ['key', 'ctrl+s']);
    setTimeout(() => process.kill(app.processId, 'SIGCONT'), 900);
  });
  expect(actions).toMatchObject([
    { type: 'setText', text },
    { type: 'pressKeys', keys: 'ctrl+s' },
  ]);
});
