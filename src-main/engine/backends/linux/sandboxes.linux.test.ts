import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { WindowInfo } from '#contract/model/windows/window';
import { isGone } from './processes/process.ts';
import { startOf } from './processes/process-start.ts';
import { useOwnDesktop } from './testing/desktop-suite.ts';
import { startInSandbox, type SandboxOptions } from './testing/flatpak-sandbox.ts';
import { allNodes, readTree, until, python, targetScript } from './testing/apps/target-app.ts';

const { desktop, backend, start } = useOwnDesktop();
const started: ChildProcess[] = [];

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

async function startInside(options: SandboxOptions, command: readonly string[]): Promise<void> {
  started.push(...(await startInSandbox(options, command, desktop().env)));
}

const button = (version: string, title: string, label: string) => [
  python,
  targetScript('one_button.py'),
  version,
  title,
  label,
];

const pythons: unknown = expect.stringMatching(/^python/);

async function buttonsOf(window: WindowInfo): Promise<readonly string[]> {
  const { root } = await readTree(backend(), window);
  return allNodes(root).flatMap(({ controlType, name }) => (controlType === 'Button' ? [name] : []));
}

/** Waits until these windows exist, and each shows its expected button. */
async function expectButtons(expected: readonly (readonly [app: unknown, title: string, button: string])[]) {
  await until(async () => {
    const windows = await backend().windows.list({ all: false });
    const read = windows.map(async (window) => [window.app, window.title, (await buttonsOf(window)).join()] as const);
    const found = (await Promise.all(read)).sort((a, b) => a[2].localeCompare(b[2]));
    expect(found).toEqual(expected);
    return true;
  }, 20_000);
}

it('matches each Flatpak app to its own elements, also next to others with its title and outside the sandbox', async () => {
  await startInside({ id: 'org.example.Notes' }, button('3.0', 'Notes', 'First'));
  await startInside({ id: 'org.example.Notes' }, button('3.0', 'Notes', 'Second'));
  await startInside({ id: 'org.example.Cards' }, button('4.0', 'Cards', 'Third'));
  start(python, button('3.0', 'Notes', 'Outside').slice(1));
  await expectButtons([
    ['org.example.Notes', 'Notes', 'First'],
    [pythons, 'Notes', 'Outside'],
    ['org.example.Notes', 'Notes', 'Second'],
    ['org.example.Cards', 'Cards', 'Third'],
  ]);
});

it('matches other sandboxes by title and place, and not at all if two are alike', async () => {
  await startInside({ id: null }, button('3.0', 'Alone', 'First'));
  await startInside({ id: null }, button('4.0', 'Other', 'Second'));
  await expectButtons([
    [pythons, 'Alone', 'First'],
    [pythons, 'Other', 'Second'],
  ]);
  // GTK 4 reports no position: two windows of one size are indistinguishable.
  await startInside({ id: null }, button('4.0', 'Other', 'Third'));
  await until(async () => {
    const windows = await backend().windows.list({ all: false });
    const alike = windows.filter(({ title }) => title === 'Other');
    const read = await Promise.all(alike.map((window) => buttonsOf(window)));
    return read.length === 2 && read.every((names) => names.length === 0);
  });
});

it('starts sandboxed Flatpak apps through Flatpak, and nothing in another sandbox', async () => {
  await startInside({ id: 'org.example.Notes' }, button('3.0', 'Notes', 'First'));
  await startInside({ id: null }, button('3.0', 'Alone', 'Second'));
  await expectButtons([
    ['org.example.Notes', 'Notes', 'First'],
    [pythons, 'Alone', 'Second'],
  ]);
  const windows = await backend().windows.list({ all: false });
  const startsOf = async (title: string) => startOf(windows.find((window) => window.title === title)!.processId);
  expect(await startsOf('Notes')).toMatchObject({
    command: 'flatpak',
    args: ['run', 'org.example.Notes', targetScript('one_button.py'), '3.0', 'Notes', 'First'],
    folder: '',
  });
  expect(await startsOf('Alone')).toBeNull();
});

it.each([
  ['5', {}, '--filesystem=xdg-run/at-spi org.example.Words`, then start it again.'],
  [
    '6',
    { bySessionBus: true },
    '--talk-name=org.a11y.Bus org.example.Words`, then start it with `flatpak run --no-a11y-bus',
  ],
] as const)('reports what Qt %s needs in Flatpak’s sandbox, which works', async (version, options, fix) => {
  const linguist = [`/usr/lib/qt${version}/bin/linguist`];
  await startInside({ id: 'org.example.Words' }, linguist);
  let window: WindowInfo | undefined;
  const diagnosed = async () => {
    [window] = await backend().windows.list({ all: false });
    return window ? (await readTree(backend(), window)).diagnosis : null;
  };
  await until(async () => (await diagnosed())?.code === 'sandboxed', 20_000);
  expect((await diagnosed())?.fix).toContain(fix);
  for (const child of started.splice(0)) child.kill('SIGKILL');
  await until(() => isGone(window!.processId));
  const folders = [join(desktop().env['XDG_RUNTIME_DIR'] ?? '', 'at-spi')];
  await startInside({ id: 'org.example.Words', folders, ...options }, linguist);
  await until(async () => (await diagnosed()) === null && window !== undefined, 20_000);
  expect(window?.app).toBe('org.example.Words');
});
