import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { sleep } from '../base/async/deadline.ts';
import { liveApp, type LiveApp } from '../engine/backends/linux/testing/live-engine.ts';
import { python } from '../engine/backends/linux/testing/apps/target-app.ts';
import { soon } from '../engine/testing/outcome.ts';
import { createBench } from '../tools/testing/run-tools.ts';
import { center } from '#contract/model/geometry';
import { inWords, press, recorded, recordedWhole, replayed, xdotool } from './testing/live-recording.ts';

let app: LiveApp;
const started: number[] = [];
const folder = mkdtempSync(path.join(tmpdir(), 'deskscope-launch-'));
afterEach(async () => {
  endStarted();
  await app.end();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const script = `
import gi
gi.require_version('Gtk', '3.0')
from gi.repository import Gtk
window, button = Gtk.Window(title='Late'), Gtk.Button(label='Press me')
button.connect('clicked', lambda _: button.set_label('Pressed'))
window.add(button)
window.set_default_size(300, 200)
window.connect('destroy', Gtk.main_quit)
window.show_all()
Gtk.main()
`;

async function windowOf(title: string) {
  const { items } = await app.engine.listWindows({});
  const found = items.find((window) => window.title === title);
  if (!found) throw new Error(`There is no window ${title}.`);
  return found;
}

const buttonOf = async (title: string) => {
  const { matches } = await app.engine.find({ window: (await windowOf(title)).id, selector: 'role=Button' });
  if (!matches[0]?.bounds) throw new Error('It has no button yet.');
  return center(matches[0].bounds);
};

/** From elsewhere: its shell has ended, so it is no child of the recorder. */
async function startElsewhere(file: string): Promise<void> {
  const command = `${python} ${file} > /dev/null 2>&1 & echo $!`;
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { cwd: folder });
  started.push(Number(stdout));
}

function endStarted(): void {
  for (const processId of started.splice(0)) process.kill(processId, 'SIGKILL');
}

test('a program started meanwhile is started again before its first step', async () => {
  writeFileSync(path.join(folder, 'late.py'), script);
  app = await liveApp('galculator');
  const seven = center((await app.element('role=Button name="7"')).bounds!);
  const { steps, programs } = await recordedWhole(
    app.engine,
    () => press(seven),
    async () => {
      await startElsewhere('late.py');
      await vi.waitFor(() => buttonOf('Late'), soon);
      await app.engine.moveWindow({ window: (await windowOf('Late')).id, bounds: { x: 700, y: 500 } });
    },
    async () => press(await buttonOf('Late')),
  );
  expect(inWords(steps)).toEqual(['Click Button “7”', `Start “${python} late.py”`, 'Click Button “Press me”']);
  expect(programs).toMatchObject([{ app: 'galculator', className: 'Galculator', command: 'galculator', args: [] }]);
  const [seventh, launch, click] = steps;
  expect(launch).toMatchObject({ action: { args: ['late.py'], folder }, window: { title: 'Late' } });
  expect(click?.openedBy).toBe(launch?.id);
  expect(seventh?.expected?.some(({ type }) => type === 'windowOpens')).toBe(false);

  endStarted();
  await vi.waitFor(async () => expect(await windowOf('Late').catch(() => null)).toBeNull(), soon);
  const again = [launch!, click!];
  expect(await replayed(app.engine, again)).toEqual([
    expect.stringMatching(/^failed: Not permitted/),
    expect.stringContaining('skipped'),
  ]);
  expect(await windowOf('Late').catch(() => null)).toBeNull();
  expect(await replayed(app.engine, again, { mayStart: true })).toEqual(['passed', 'passed']);
  await app.engine.actOnWindow({ window: (await windowOf('Late')).id, action: 'close' });
});

test('a program whose window is open is brought to the front', async () => {
  app = await liveApp('galculator');
  const window = await vi.waitFor(() => windowOf('galculator'), soon);
  const bench = await createBench({ engine: app.engine, caller: { kind: 'user', name: 'user' } });
  const named = { title: window.title, app: window.app };
  expect(await bench.text('action::step_launch', { command: 'galculator', window: named })).toContain(
    'It runs already',
  );
});

const field = `
import gi
gi.require_version('Gtk', '3.0')
from gi.repository import Gtk
window, entry = Gtk.Window(title='Late'), Gtk.Entry()
window.add(entry)
window.connect('destroy', Gtk.main_quit)
window.show_all()
Gtk.main()
`;

test('keys that precede the look-up of their program start it once, before the first', async () => {
  writeFileSync(path.join(folder, 'field.py'), field);
  app = await liveApp('galculator');
  const steps = await recorded(app.engine, async () => {
    await startElsewhere('field.py');
    await vi.waitFor(() => windowOf('Late'), soon);
    await app.engine.actOnWindow({ window: (await windowOf('Late')).id, action: 'focus' });
    await sleep(700);
    await xdotool('type', '--delay', 1, 'bread and milk');
  });
  expect(inWords(steps)).toEqual([`Start “${python} field.py”`, expect.stringContaining('bread and milk')]);
});
