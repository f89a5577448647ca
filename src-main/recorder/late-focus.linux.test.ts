import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { center, type Point } from '#contract/model/geometry';
import type { Step } from '#contract/model/recordings/recording';
import { sleep } from '../base/async/deadline.ts';
import { liveApp, type LiveApp } from '../engine/backends/linux/testing/live-engine.ts';
import { python } from '../engine/backends/linux/testing/apps/target-app.ts';
import { startRecorder } from './recorder.ts';

const execute = promisify(execFile);

/** Its fields take time for each key and for the focus, as with a screen reader, and SIGUSR1 makes it busy for a while. */
const form = `
import gi, os, signal, time
gi.require_version('Gtk', '3.0')
from gi.repository import Gtk
key, focus, busy = (int(ms) / 1000 for ms in os.environ['DELAYS'].split())
window, box = Gtk.Window(title='Form'), Gtk.Box(orientation=1, spacing=20, margin=30)
window.set_default_size(400, 300)
window.add(box)
for name in ('First', 'Second'):
    entry = Gtk.Entry()
    entry.get_accessible().set_name(name)
    entry.connect('key-press-event', lambda *_: time.sleep(key))
    entry.connect('focus-in-event', lambda *_: time.sleep(focus))
    box.add(entry)
box.add(Gtk.CheckButton(label='Agree'))
box.add(Gtk.Button(label='Send'))
window.show_all()
signal.signal(signal.SIGUSR1, lambda *_: time.sleep(busy))
Gtk.main()
`;

let app: LiveApp;
afterEach(() => app.end());

const xdotool = (...args: readonly (string | number)[]) => execute('xdotool', args.map(String));
const type = (text: string) => xdotool('type', '--delay', 60, '--', text);
const tab = () => xdotool('key', 'Tab');

async function press(name: string): Promise<void> {
  const { x, y } = places[name]!;
  await xdotool('mousemove', x, y);
  await sleep(250);
  await xdotool('mousedown', 1, 'sleep', 0.05, 'mouseup', 1);
  await sleep(100);
}

let places: Record<string, Point>;

/** @param delays for each key, for the focus, and at SIGUSR1; milliseconds */
async function open(...delays: readonly number[]): Promise<void> {
  const ready = (nodes: readonly { readonly name: string }[]) => nodes.some(({ name }) => name === 'First');
  app = await liveApp(python, ['-c', form], { ready, env: { DELAYS: delays.join(' ') } });
  places = {};
  for (const name of ['First', 'Second', 'Agree', 'Send'])
    places[name] = center((await app.details(`name="${name}"`)).bounds!);
}

/** @param hasRead whether the window was read before */
async function recorded(work: () => Promise<void>, hasRead = true): Promise<readonly string[]> {
  const steps: Step[] = [];
  const changed = (change: { readonly steps: readonly Step[] }) => void steps.push(...change.steps);
  const recorder = startRecorder({ engine: app.engine, changed, notice: () => undefined });
  await app.engine.describe({});
  await sleep(hasRead ? 700 : 0);
  await work();
  for (const name of ['Agree', 'Send']) {
    await sleep(300);
    await press(name);
  }
  // The app has yet to handle all of it.
  await sleep(2_000);
  await recorder.stop();
  return steps.map(({ action, target }) => {
    const text = 'text' in action ? action.text : action.type === 'pressKeys' ? action.keys : '';
    return [action.type, text, target ? `in ${target.name}` : ''].filter(Boolean).join(' ');
  });
}

const busy = () => process.kill(app.processId, 'SIGUSR1');
const [first, second] = ['setText Ann Lee in First', 'setText 12 Main St in Second'];
const rest = ['click in Agree', 'click in Send'];

test.each([
  [80, 300],
  [120, 600],
  [40, 900],
])('text belongs to the pressed field if each key takes the app %i ms and the focus %i ms', async (...delays) => {
  await open(...delays, 0);
  const steps = await recorded(async () => {
    await press('First');
    await type('Ann Lee');
    await press('Second');
    await type('12 Main St');
  });
  expect(steps).toEqual([first, second, ...rest]);
});

test.each([300, 900])('and if the app is busy for %i ms before the press', async (ms) => {
  await open(0, 0, ms);
  const steps = await recorded(async () => {
    await press('First');
    await type('Ann Lee');
    busy();
    await press('Second');
    await type('12 Main St');
    await sleep(ms);
  });
  expect(steps).toEqual([first, second, ...rest]);
});

test.each([300, 900])('and if it is so at the beginning of the recording: %i ms', async (ms) => {
  await open(0, 0, ms + 300);
  const steps = await recorded(async () => {
    busy();
    await press('First');
    await type('Ann Lee');
    await sleep(ms);
    await press('Second');
    await type('12 Main St');
  }, false);
  expect(steps).toEqual([first, second, ...rest]);
});

test.each([
  [80, 300, 0],
  [40, 900, 0],
  [0, 0, 900],
  [0, 0, 2_500],
])('text after Tab belongs to the next field or to none, never to the one before: %i, %i, %i ms', async (...delays) => {
  await open(...delays);
  const steps = await recorded(async () => {
    await press('First');
    await type('Ann Lee');
    await sleep(200);
    if (delays[2] > 0) busy();
    await tab();
    await type('12 Main St');
  });
  expect([second, 'typeText 12 Main St']).toContain(steps[2]);
  expect([...steps.slice(0, 2), ...steps.slice(3)]).toEqual([first, 'pressKeys Tab in First', ...rest]);
});
