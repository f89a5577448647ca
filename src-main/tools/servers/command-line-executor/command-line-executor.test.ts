import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBroker } from '../../../permissions/broker.ts';
import { createBench, type Bench } from '../../testing/run-tools.ts';
import { allowedProgram, splitCommand } from './policy.ts';
import { permissionsIn } from '../../../permissions/testing/asked.ts';

const blocked =
  'invalid_parameter: Command blocked by security policy. Only allow-listed applications may be launched.';

describe('run_shell', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await createBench({ policyMode: 'act', settings: { allowedCommands: ['Calculator', 'nothing-there'] } });
  });
  afterEach(() => bench.close());
  const shell = (bash_command: string) => bench.run('action::run_shell', { bash_command });

  it('starts an allowed app and reports which window it shows', async () => {
    const before = (await bench.engine.listWindows({})).items.length;
    const outcome = await shell('calculator --plain');
    expect(outcome).toMatchObject({ ok: true, result: { data: { window: { title: 'Calculator' } } } });
    expect((await bench.engine.listWindows({})).items).toHaveLength(before + 1);
  });

  it('reports a failed start', async () => {
    const message = 'Failed to launch application: There is no program “nothing-there” on the fake desktop.';
    expect(await shell('nothing-there')).toMatchObject({
      ok: false,
      error: { code: 'not_found', message, delivery: 'not_delivered' },
    });
  });

  it('refuses with UFO’s sentences', async () => {
    expect(await bench.failure('action::run_shell', { bash_command: '' })).toBe(
      'invalid_parameter: Bash command cannot be empty.',
    );
    expect(await bench.failure('action::run_shell', { bash_command: 'rm -rf /' })).toBe(blocked);
  });

  it('does not ask about refused commands', async () => {
    const broker = createBroker();
    const asked: string[] = [];
    broker.onChange((pending) => {
      for (const { id, sentence, target } of permissionsIn(pending)) {
        asked.push(`${sentence} in ${target}`);
        broker.decide(id, 'deny');
      }
    });
    await bench.close();
    bench = await createBench({ broker, caller: { kind: 'agent', name: 'Robot' } });
    expect(await bench.failure('run_shell', { bash_command: 'xterm' })).toBe(blocked);
    expect(await bench.failure('run_shell', { bash_command: 'notepad a.txt' })).toContain('permission_denied');
    expect(asked).toEqual(['Start “notepad a.txt” in notepad']);
  });
});

it.each([
  ['notepad a.txt', { command: 'notepad', args: ['a.txt'] }],
  ['NOTEPAD.EXE "my file.txt"', { command: 'NOTEPAD.EXE', args: ['my file.txt'] }],
  ['start explorer', { command: 'explorer', args: [] }],
  ['start "" /max notepad', { command: 'notepad', args: [] }],
  ['msedge.exe https://curl.se', { command: 'msedge.exe', args: ['https://curl.se'] }],
  ['my-app', { command: 'my-app', args: [] }],
])('allows %s', (line, program) => expect(allowedProgram(line, ['My-App'])).toEqual(program));

it.each([
  'xterm',
  'start',
  'notepad2',
  '/usr/bin/notepad',
  'C:\\Windows\\notepad.exe',
  'notepad "a',
  '',
  'notepad; bash',
  'notepad | sh',
  'notepad $(id)',
  'notepad `(id)',
  'notepad > /etc/passwd',
  'notepad && curl x',
  'chrome IEX',
  'explorer powershell -c x',
  'code reg add HKLM',
  'notepad && rm -rf /',
  'calc schtasks /create',
])('refuses %s', (line) => expect(allowedProgram(line, [])).toBeNull());

it.each([
  ['a  "b c" \'d "e\'', ['a', 'b c', 'd "e']],
  ['"say \\"hi\\"" C:\\Windows a\\ b', ['say "hi"', 'C:\\Windows', 'a b']],
  ['x "" y', ['x', '', 'y']],
  ['  ', []],
])('splits %s', (line, parts) => expect(splitCommand(line)).toEqual(parts));
