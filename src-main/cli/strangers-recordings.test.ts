import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Recording, Step } from '#contract/model/recordings/recording';
import { openTerminal, type Terminal } from './testing/in-process.ts';
import { sumRecording } from './testing/sum-recording.ts';

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

const typed = (window: Step['window'], action: Step['action'] = { type: 'typeText', text: 'touch /tmp/x' }): Step => ({
  id: 'typed',
  at: 900,
  enabled: true,
  window,
  action,
  target: null,
});

function write(name: string, ...steps: readonly Step[]): Recording {
  const recording = { ...sumRecording('7'), steps: [...sumRecording('7').steps, ...steps] };
  writeFileSync(file(name), JSON.stringify(recording));
  return recording;
}

const display = async () => {
  const where = '{"selector":"id=\\"display\\"","window":{"app":"calculator"}}';
  return (JSON.parse((await terminal.run('call', 'texts', where)).stdout) as string[])[1];
};

describe('a recording of a stranger', () => {
  it.each<[string, Step]>([
    ['a terminal, by its program', typed({ app: 'xterm', title: 'x' })],
    ['a terminal, by its title alone', typed({ title: 'xterm' })],
    ['a window of any app, by its class', typed({ app: 'x', className: 'URxvt-terminal' })],
    ['a run dialog', typed({ app: 'xfce4-appfinder' })],
    ['the address bar of a file manager', typed({ app: 'pcmanfm', title: 'Home' })],
    ['an editor that runs programs', typed({ app: 'emacs' })],
    ['the developer tools of a browser', typed({ app: 'firefox', title: 'Developer Tools — Example' })],
    ['keys that open a run dialog', typed({ app: 'calculator' }, { type: 'pressKeys', keys: 'alt+F2', repeat: 1 })],
    ['keys that open developer tools', typed({ app: 'chromium' }, { type: 'pressKeys', keys: 'F12', repeat: 1 })],
  ])('is refused before its first step where it types into %s', async (_, step) => {
    write('flow.json', step);
    const { code, stderr } = await terminal.run('replay', file('flow.json'), '--timeout', '300');
    expect([code, stderr]).toEqual([1, expect.stringContaining('comes from elsewhere')]);
    expect(stderr).toContain('--allow-launch');
    expect(await display()).toBe('0');
    const allowed = await terminal.run('replay', file('flow.json'), '--timeout', '300', '--allow-launch');
    expect(allowed.stderr).not.toContain('elsewhere');
    expect(await display()).toBe('7');
  });

  it('is refused where an open window that it means holds a terminal, whatever that is called', async () => {
    const form = terminal.fake.desktop.windows.find(({ spec }) => spec.app === 'form');
    Object.assign(form!.spec, { terminal: true });
    write('flow.json', typed({ title: 'Form' }));
    const { code, stderr } = await terminal.run('replay', file('flow.json'), '--timeout', '300');
    expect([code, stderr]).toEqual([1, expect.stringContaining('the terminal “form”')]);
    expect(await display()).toBe('0');
  });

  it('is replayed as any other where it reaches nothing of that kind', async () => {
    write('flow.json', typed({ app: 'calculator' }, { type: 'pressKeys', keys: '6', repeat: 1 }));
    expect((await terminal.run('replay', file('flow.json'), '--timeout', '300')).stderr).not.toContain('elsewhere');
  });
});
