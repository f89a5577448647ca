import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTerminal, type Terminal } from './testing/in-process.ts';
import { sumRecording } from './testing/sum-recording.ts';

let terminal: Terminal;
let config: string;
beforeEach(async () => {
  config = mkdtempSync(path.join(tmpdir(), 'deskscope-ceiling-'));
  mkdirSync(path.join(config, 'deskscope'));
  terminal = await openTerminal({ XDG_CONFIG_HOME: config, APPDATA: config });
});
afterEach(async () => {
  await terminal.close();
  rmSync(config, { recursive: true });
});

const ceiling = (text: string) => writeFileSync(path.join(config, 'deskscope', 'ceiling.yaml'), text);
const file = (name: string) => path.join(config, name);
const window = '{"selector":"id=\\"display\\"","window":{"app":"calculator"}}';

describe('a ceiling', () => {
  it('forbids an app on every way: lists, trees, pictures, calls, replays', async () => {
    expect((await terminal.run('windows')).stdout).toContain('Calculator');
    ceiling('apps: {deny: [calculator]}\n');
    expect((await terminal.run('windows')).stdout).not.toContain('Calculator');
    writeFileSync(file('sum.json'), JSON.stringify(sumRecording('7')));
    for (const args of [
      ['tree', 'Calculator'],
      ['find', 'Calculator', '--name', '7'],
      ['screenshot', '--window', 'Calculator', '-o', file('a.png')],
      ['screenshot', '-o', file('b.png')],
      ['call', 'texts', window],
      ['replay', file('sum.json'), '--timeout', '200', '--allow-launch'],
      ['focus', 'Calculator'],
    ]) {
      const { code, stderr } = await terminal.run(...args);
      expect([args.join(' '), code]).toEqual([args.join(' '), 1]);
      expect(stderr).toMatch(/window_not_found|permission_denied/);
    }
    expect((await terminal.run('tree', 'Form')).code).toBe(0);
    ceiling('apps: {allow: [calculator]}\n');
    expect((await terminal.run('tree', 'Calculator')).code).toBe(0);
    expect((await terminal.run('tree', 'Form')).code).toBe(1);
  });

  it('forbids tools, programs and pictures', async () => {
    ceiling('tools: {deny: ["click*", texts]}\nprograms: {allow: [galculator]}\npictures: {deny: ["*"]}\n');
    for (const args of [
      ['call', 'texts', window],
      ['launch', 'notes'],
      ['screenshot', '-o', file('a.png')],
      ['screenshot', '--window', 'Calculator', '-o', file('a.png')],
      ['ocr', '--window', 'Calculator'],
    ]) {
      const { code, stderr } = await terminal.run(...args);
      expect([args.join(' '), code, stderr]).toEqual([args.join(' '), 1, expect.stringContaining('The ceiling in')]);
    }
    expect((await terminal.run('tree', 'Calculator')).code).toBe(0);
  });

  it('forbids under every name what it denies of a tool', async () => {
    ceiling('tools: {deny: [launch_app, close_window]}\n');
    const launch = { action: { type: 'launch', command: 'notes', args: [] }, target: null };
    const [step] = sumRecording('7').steps;
    writeFileSync(file('start.json'), JSON.stringify({ ...sumRecording(), steps: [{ ...step, ...launch }] }));
    for (const args of [
      ['launch', 'notes'],
      ['replay', file('start.json'), '--allow-launch'],
      ['call', 'keyboard_input', '{"keys":"{VK_MENU}{F4}","window":{"app":"form"}}'],
    ]) {
      const { code, stderr } = await terminal.run(...args);
      expect([args.join(' '), code, stderr]).toEqual([args.join(' '), 1, expect.stringContaining('The ceiling in')]);
    }
    expect((await terminal.run('call', 'keyboard_input', '{"keys":"a","window":{"app":"form"}}')).code).toBe(0);
  });

  it.each(['apps: [', 'apps: {denny: [x]}', 'aps: {}', '- x', 'apps: {deny: 5}'])(
    'that is broken forbids everything: %s',
    async (text) => {
      ceiling(text);
      for (const args of [['windows'], ['tree', 'Form'], ['call', 'texts', window]]) {
        const { code, stderr } = await terminal.run(...args);
        expect([code, stderr]).toEqual([1, expect.stringContaining('nothing is allowed')]);
      }
    },
  );
});
