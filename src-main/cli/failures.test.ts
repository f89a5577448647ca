import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTerminal, type Terminal } from './testing/in-process.ts';

let terminal: Terminal;
let folder: string;

beforeAll(async () => {
  terminal = await openTerminal();
  folder = mkdtempSync(path.join(tmpdir(), 'cli-'));
  writeFileSync(path.join(folder, 'bad.json'), '{"version":1');
});
afterAll(async () => {
  await terminal.close();
  rmSync(folder, { recursive: true });
});

const png = ['-o', 'HERE/x.png'];
const refusals: readonly (readonly [string, readonly string[], 1 | 2, string])[] = [
  ['an unknown window', ['tree', 'Nobody'], 1, 'window_not_found'],
  ['an unknown handle', ['focus', '0xdead'], 1, 'window_not_found'],
  ['an ambiguous window', ['tree', 'Twin'], 1, 'multiple_matches'],
  ['an element that is not there', ['find', 'Form', '--name', 'zzz'], 1, 'element_not_found'],
  ['a bad selector', ['find', 'Form', '--selector', 'nonsense'], 1, 'invalid_parameter'],
  ['a bad element id', ['selectors', 'Form', 'x'], 1, 'invalid_parameter'],
  ['an element of another window', ['selectors', 'Form', 'window:0x1|runtime:fake:1'], 1, 'invalid_parameter'],
  ['a place where nothing is', ['at', '30000', '30000'], 1, 'element_not_found'],
  ['a region off screen', ['screenshot', '--region', '30000,0,5,5', ...png], 1, 'invalid_region'],
  ['a monitor that is not there', ['screenshot', '--monitor', '9', ...png], 1, 'invalid_region'],
  ['an unwritable picture', ['screenshot', '-o', 'HERE/bad.json/x.png'], 1, 'file_error'],
  ['an unwritable recording', ['record', '-o', 'HERE/bad.json/x.json'], 1, 'file_error'],
  ['a folder for a recording', ['record', '-o', 'HERE'], 1, 'file_error'],
  ['a missing file', ['replay', 'HERE/nope.json'], 1, 'file_error'],
  ['a file that is not JSON', ['export', 'HERE/bad.json', '--to', 'json'], 1, 'invalid_parameter'],
  ['an unknown tool', ['call', 'action::clikc_input', '{}'], 1, 'not_found'],
  ['wrong arguments of a tool', ['call', 'action::click_input', '{"bogus":1}'], 1, 'invalid_parameter'],
  ['an unknown namespace', ['tools', '--namespace', 'X'], 1, 'not_found'],
  ['an unknown program', ['launch', 'no-such-app'], 1, 'not_found'],
  ['what is no language', ['selectors', 'Form', 'id=name', '--test', '--language', 'x!'], 2, 'invalid_parameter'],
  ['arguments that are not JSON', ['call', 'action::wait', '{bad'], 2, 'invalid_parameter'],
  ['an unknown command', ['frobnicate'], 2, 'invalid_parameter'],
  ['an unknown option', ['windows', '--bogus'], 2, 'invalid_parameter'],
  ['an unknown back end', ['windows', '--backend', 'amiga'], 2, 'invalid_parameter'],
  ['a missing argument', ['tree'], 2, 'invalid_parameter'],
  ['an argument too many', ['active', 'x'], 2, 'invalid_parameter'],
  ['a bad number', ['at', '1', 'y'], 2, 'invalid_parameter'],
  ['a bad size', ['resize', 'Form', '0', '10'], 2, 'invalid_parameter'],
  ['a bad region', ['screenshot', '--region', '1,2,3', ...png], 2, 'invalid_parameter'],
  ['two targets', ['screenshot', '--monitor', '0', '--region', '1,2,3,4', ...png], 2, 'invalid_parameter'],
  ['marks on no window', ['screenshot', '--annotate', ...png], 2, 'invalid_parameter'],
  ['a picture in an unknown format', ['screenshot', '-o', 'HERE/x.gif'], 2, 'invalid_parameter'],
  ['no output', ['record'], 2, 'invalid_parameter'],
  ['nothing to find', ['find', 'Form'], 2, 'invalid_parameter'],
  ['a bad control type', ['find', 'Form', '--control-type', 'Knob'], 2, 'invalid_parameter'],
  ['a bad format', ['export', 'x', '--to', 'cobol'], 2, 'invalid_parameter'],
  ['an input that MCP needs', ['mcp', '--until-eof'], 2, 'invalid_parameter'],
  ['both transports', ['mcp', '--stdio', '--http'], 2, 'invalid_parameter'],
  ['a port without HTTP', ['mcp', '--port', '1'], 2, 'invalid_parameter'],
  ['a bad allowance', ['mcp', '--allow', 'everything'], 2, 'invalid_parameter'],
  ['help on an unknown command', ['help', 'frobnicate'], 2, 'invalid_parameter'],
];

describe('refuses', () => {
  it.each(refusals)('%s', async (_, args, code, error) => {
    const real = args.map((arg) => arg.replace('HERE', folder));
    const { code: got, stdout, stderr } = await terminal.run(...real, '--json');
    const text = expect.stringMatching(/\S/) as string;
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: error, message: text, hint: text } });
    expect([got, stderr]).toEqual([code, '']);
  });

  it('a port that is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    const answer = await terminal.json('mcp', '--http', '--port', String(port));
    server.close();
    const hint = expect.stringContaining('--port') as string;
    expect(answer).toMatchObject({ ok: false, error: { code: 'port_in_use', hint } });
  });
});

it('reports failures on stderr, with the usage line where the usage is wrong', async () => {
  const failed = await terminal.run('tree', 'Twin');
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(failed.stderr).toMatch(/^Error \(multiple_matches\): 2 windows .*\nUse the handle of one of them\.\n$/);
  const wrong = await terminal.run('tree', 'Form', '--depth', 'x');
  expect(wrong).toMatchObject({ code: 2, stdout: '' });
  expect(wrong.stderr).toMatch(/--depth must be .*\nUsage: deskscope tree WINDOW/);
});

it('reports what is wrong with the environment', async () => {
  const other = await openTerminal({ DESKSCOPE_BACKEND: 'amiga' });
  expect(await other.run('windows')).toMatchObject({ code: 1, stderr: expect.stringContaining('amiga') as string });
  await other.close();
});
