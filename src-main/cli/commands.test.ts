import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { allCommands, commands } from './list.ts';
import { openTerminal, type Terminal } from './testing/in-process.ts';

let terminal: Terminal;
let folder: string;
const file = (name: string) => path.join(folder, name);

beforeEach(async () => {
  terminal = await openTerminal();
  folder = mkdtempSync(path.join(tmpdir(), 'cli-'));
});
afterEach(async () => {
  await terminal.close();
  rmSync(folder, { recursive: true });
});

it('windows', async () => {
  const { windows } = await terminal.json('windows');
  expect(windows).toEqual(
    expect.arrayContaining([expect.objectContaining({ title: 'Calculator', app: 'calculator', active: true })]),
  );
  const { code, stdout } = await terminal.run('windows');
  expect(code).toBe(0);
  expect(stdout).toMatch(/HANDLE +APP +PID +STATE +BOUNDS +TITLE\n\* +0x[0-9a-f]+ +calculator/);
  expect(stdout).not.toContain('\u001b');
});

it('windows --watch reports every change in a line of JSON', async () => {
  const running = terminal.start('windows', '--watch');
  await vi.waitFor(() => expect(running.output.stderr).toContain('Watching'));
  const window = terminal.fake.desktop.start('twin');
  await vi.waitFor(() => expect(running.output.stdout).toContain('"change":"added"'));
  terminal.fake.desktop.close(window);
  await vi.waitFor(() => expect(running.output.stdout).toContain('"change":"removed"'));
  running.interrupt();
  const { code, stdout } = await running.done;
  const changes = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { change: string; id?: string });
  expect(changes.find(({ change }) => change === 'added')).toMatchObject({ window: { id: window.id, title: 'Twin' } });
  expect(changes.find(({ change }) => change === 'removed')?.id).toBe(window.id);
  expect(code).toBe(0);
});

it('active', async () => {
  expect(await terminal.json('active')).toMatchObject({ ok: true, window: { title: 'Calculator' } });
});

it('window acts, by title, by hexadecimal and by decimal handle', async () => {
  const { window } = (await terminal.json('focus', 'form')) as { window: { id: string } };
  expect(await terminal.json('active')).toMatchObject({ window: { title: 'Form', active: true } });
  expect(await terminal.json('minimize', window.id)).toMatchObject({ window: { state: 'minimized' } });
  expect(await terminal.json('restore', window.id)).toMatchObject({ window: { state: 'normal' } });
  expect(await terminal.json('maximize', 'form')).toMatchObject({ window: { state: 'maximized' } });
  expect(await terminal.json('restore', 'form')).toMatchObject({ window: { state: 'normal' } });
  expect(await terminal.json('move', String(Number(window.id)), '-5', '20')).toMatchObject({
    window: { bounds: { x: -5, y: 20 } },
  });
  expect(await terminal.json('resize', 'form', '500', '400')).toMatchObject({ window: { bounds: { width: 500 } } });
  expect(await terminal.json('close', 'form')).toMatchObject({ ok: true, window: null });
  expect(await terminal.json('focus', 'form')).toMatchObject({ ok: false, error: { code: 'window_not_found' } });
});

it('fullscreen, pin, next, and to other monitors and desktops', async () => {
  const { desktop } = terminal.fake;
  const screen = desktop.monitors[0]!.bounds;
  expect(await terminal.json('fullscreen', 'form')).toMatchObject({ window: { state: 'fullscreen', bounds: screen } });
  expect(await terminal.json('restore', 'form')).toMatchObject({ window: { state: 'normal' } });
  expect(await terminal.json('pin', 'form')).toMatchObject({ window: { title: 'Form', alwaysOnTop: true } });
  expect(await terminal.json('pin', 'form', '--off')).toMatchObject({ window: { alwaysOnTop: false } });
  expect(await terminal.json('next')).toMatchObject({ window: { app: 'editor', active: true } });
  desktop.setMonitors([screen, { ...screen, x: -screen.width }]);
  expect(await terminal.json('to-monitor', 'form', '1')).toMatchObject({ window: { monitor: 1 } });
  expect(await terminal.json('to-monitor', 'form', '2')).toMatchObject({ error: { code: 'not_found' } });
  expect(await terminal.json('to-desktop', 'form', '3')).toMatchObject({ window: { desktop: 3 } });
  const listed = async (...options: string[]) => JSON.stringify(await terminal.json('windows', ...options));
  expect(await listed()).not.toContain('Form');
  expect(await listed('--all')).toContain('Form');
  expect(await terminal.json('show-desktop', '3')).toMatchObject({ desktops: { current: 3 } });
  expect(await listed()).toContain('Form');
  expect(await terminal.json('show-desktop', '0')).toMatchObject({ text: 'Desktop 0 of 4 is shown, counted from 0.' });
  expect(await terminal.json('to-desktop', 'form', '0')).toMatchObject({ window: { desktop: 0 } });
  expect((await terminal.run('to-desktop', 'form', 'x')).code).toBe(2);
});

it('launch, with options of the program itself', async () => {
  const { stdout } = await terminal.run('--json', 'launch', 'editor', '--new', '-n', '5', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, window: { app: 'editor' } });
  // An option of its own, as file managers have; `own` and ids of desktops that run are meant for this command.
  expect(await terminal.json('launch', 'editor', '--desktop')).toMatchObject({ window: { app: 'editor' } });
  expect(await terminal.json('launch', 'editor', '--desktop', '54847c')).toMatchObject({ window: { app: 'editor' } });
  for (const late of [['--desktop', 'own'], ['--desktop=own']]) {
    const { code, stderr } = await terminal.run('launch', 'editor', ...late);
    expect([code, stderr]).toEqual([2, expect.stringContaining('deskscope --desktop own launch editor') as string]);
  }
});

it('tree reports why a window has no elements, and what to do', async () => {
  terminal.fake.faults.set('deaf', 'tree');
  const { code, stdout } = await terminal.run('tree', 'Calculator');
  expect(code).toBe(0);
  expect(stdout).toContain('calculator offers no accessible elements. Work with pictures and coordinates there.');
  const { diagnosis } = await terminal.json('tree', 'Calculator');
  expect(diagnosis).toMatchObject({ code: 'not_offered' });
});

it('tree', async () => {
  const { code, stdout } = await terminal.run('tree', 'Calculator', '--compact');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Window “Calculator”\n {2}\S/);
  expect(stdout).toContain('\n    Button “7”\n');
  expect((await terminal.run('tree', 'Calculator')).stdout).toMatch(/Button “7” {2}\d+, \d+, \d+ × \d+ {2}focusable/);
  const flat = await terminal.json('tree', 'Calculator', '--depth', '1');
  expect(JSON.stringify(flat)).not.toContain('"name":"7"');
  expect(flat).toMatchObject({ truncated: 'depth', root: { controlType: 'Window' } });
  expect((await terminal.run('tree', 'Calculator', '--depth', '1')).stdout).toContain('Nodes are missing');
  const compact = await terminal.json('tree', 'Calculator', '--compact', '--view', 'content');
  expect(compact).toMatchObject({ root: { name: 'Calculator' } });
  expect(JSON.stringify(compact)).not.toContain('"bounds"');
});

it('find, at and selectors agree on an element', async () => {
  const find = ['find', 'Calculator', '--name', 'DISPL', '--control-type', 'Edit'];
  const { matches } = (await terminal.json(...find)) as {
    matches: { id: string; bounds: { x: number; y: number } }[];
  };
  expect(matches).toHaveLength(1);
  const { id, bounds } = matches[0]!;
  const hit = await terminal.json('at', String(bounds.x + 2), String(bounds.y + 2));
  expect(hit).toMatchObject({ element: { id }, window: { title: 'Calculator' } });
  expect((await terminal.run('at', String(bounds.x + 2), String(bounds.y + 2))).stdout.trimEnd()).toMatch(
    new RegExp(`Edit “Display”.*\n\n${id.replace('|', '\\|')}$`),
  );
  const { selectors } = (await terminal.json('selectors', 'Calculator', id)) as { selectors: { selector: string }[] };
  expect(selectors.length).toBeGreaterThanOrEqual(3);
  for (const { selector } of selectors) {
    const found = (await terminal.json('find', 'Calculator', '--selector', selector)) as { matches: { id: string }[] };
    expect(found.matches.map((match) => match.id)).toEqual([id]);
  }
});

it('find waits for what is not there yet', async () => {
  setTimeout(() => terminal.fake.devices.character('9'), 200);
  const found = await terminal.json('find', 'Calculator', '--selector', 'role=Button name="9"', '--timeout', '2000');
  expect(found).toMatchObject({ ok: true, total: 1 });
  const began = Date.now();
  expect(await terminal.json('find', 'Form', '--name', 'zzz', '--timeout', '300')).toMatchObject({
    error: { code: 'element_not_found' },
  });
  expect(Date.now() - began).toBeGreaterThanOrEqual(300);
});

it('screenshot, of everything, a window and a region, with marks', async () => {
  const size = async (...args: string[]) => {
    expect((await terminal.run('screenshot', ...args, '-o', file('any.png'))).code).toBe(0);
    const png = readFileSync(file('any.png'));
    return [png.readUInt32BE(16), png.readUInt32BE(20)];
  };
  expect(await size('--region', '10,20,30,40')).toEqual([30, 40]);
  expect(await size('--monitor', '0')).toEqual(await size());
  const shot = ['screenshot', '--window', 'Form', '-o', file('form.png')];
  expect(await terminal.json(...shot)).not.toHaveProperty('marks');
  const plain = readFileSync(file('form.png'));
  const { marks } = (await terminal.json(...shot, '--annotate')) as { marks: { label: number; name: string }[] };
  expect(marks.map(({ label }) => label)).toEqual(marks.map((_, index) => index + 1));
  expect(marks.map(({ name }) => name)).toContain('Send');
  const marked = readFileSync(file('form.png'));
  expect([marked.readUInt32BE(16), marked.readUInt32BE(20)]).toEqual([plain.readUInt32BE(16), plain.readUInt32BE(20)]);
  expect(marked.equals(plain)).toBe(false);
});

it('call acts as the person at this command line', async () => {
  const call = ['call', 'data_collection::get_desktop_app_info', '{"remove_empty":true}'];
  expect(await terminal.json(...call)).toMatchObject({ ok: true, data: expect.any(Array) as unknown });
  const click = { selector: 'role=Button name="7"', window: { app: 'calculator' } };
  expect((await terminal.run('call', 'action::click_input', JSON.stringify(click))).stdout).toContain('executed');
  const texts = { selector: 'id="display"', window: { app: 'calculator' } };
  expect((await terminal.run('call', 'texts', JSON.stringify(texts))).stdout).toContain('7');
});

it.runIf(process.platform === 'win32')('call reports how JSON is quoted where single quotes mean nothing', async () => {
  const { code, stderr } = await terminal.run('call', 'action::wait', "'{}'");
  expect(code).toBe(2);
  expect(stderr).toContain('Write "{\\"key\\": 1}" in cmd');
});

it('tools, each with its schema', async () => {
  const { tools } = await terminal.json('tools', '--namespace', 'AppUIExecutor');
  expect(tools).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ tool_key: 'action::click_input', input_schema: expect.anything() as unknown }),
    ]),
  );
  expect((await terminal.run('tools')).stdout).toMatch(/action::click_input +AppUIExecutor +act +Click a button/);
});

it('a picture of a tool, as data or in a file', async () => {
  const call = ['call', 'data_collection::capture_desktop_screenshot'];
  const image = expect.stringMatching(/^data:image\/png;base64,/) as string;
  expect(await terminal.json(...call)).toMatchObject({ image });
  expect((await terminal.run(...call, '-o', file('tool.png'))).code).toBe(0);
  expect(readFileSync(file('tool.png')).subarray(1, 4).toString()).toBe('PNG');
});

it('doctor', async () => {
  const { code, stdout } = await terminal.run('doctor');
  expect(code).toBe(0);
  expect(stdout).toMatch(/ok +Node\.js: /);
  expect(await terminal.json('doctor')).toMatchObject({ ok: true, checks: expect.any(Array) as unknown });
});

it('doctor, with figures of every window and none of its words', async () => {
  const { code, stdout } = await terminal.run('doctor', '--report', file('report.json'));
  expect([code, stdout]).toEqual([0, expect.stringMatching(/elements in .* ms/)]);
  const saved = readFileSync(file('report.json'), 'utf8');
  const { windows } = JSON.parse(saved) as { windows: Record<string, unknown>[] };
  expect(windows.length).toBeGreaterThan(2);
  for (const { first, byLevels } of windows) {
    expect(first).toMatchObject({ elements: expect.any(Number) as unknown, cut: null });
    expect(byLevels).toMatchObject({ elements: (first as { elements: number }).elements });
  }
  expect(saved).not.toMatch(/Untitled|Ten thousand|Row \d/);
});

it('help and version', async () => {
  const { stdout } = await terminal.run('help');
  const all = await allCommands();
  expect(all.map(({ name }) => name)).toEqual(Object.keys(commands));
  for (const { name } of all) expect(stdout).toContain(`  ${name} `);
  expect((await terminal.run()).stdout).toBe(stdout);
  expect((await terminal.run('--help')).stdout).toBe(stdout);
  for (const { name, usage } of all.filter((command) => command.name !== 'help')) {
    expect((await terminal.run(name, '--help')).stdout).toContain(`Usage: deskscope ${usage}\n`);
  }
  expect((await terminal.run('--version')).stdout).toBe('1.2.3\n');
  expect(await terminal.json('version')).toEqual({ ok: true, version: '1.2.3' });
});
