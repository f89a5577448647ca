import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allCommands } from './list.ts';
import { shells } from './commands/machine/completion.ts';
import { openTerminal, type Terminal } from './testing/in-process.ts';

let terminal: Terminal;
beforeAll(async () => void (terminal = await openTerminal()));
afterAll(() => terminal.close());

it.skipIf(process.platform === 'win32')('completes commands, choices, options and files in bash', async () => {
  const { stdout: script } = await terminal.run('completion', 'bash');
  /** Bash's completions for a line whose last word is incomplete. */
  const offered = (...line: readonly string[]) => {
    const ask = `COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _deskscope; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['-c', `${script}\n${ask}`, 'bash', ...line], { encoding: 'utf8' })
      .trim()
      .split('\n');
  };
  expect(offered('deskscope', 're')).toEqual(['restore', 'resize', 'record', 'replay']);
  expect(offered('deskscope', 'audit', 'v')).toEqual(['verify']);
  expect(offered('deskscope', 'windows', '--wa')).toEqual(['--watch']);
  expect(offered('deskscope', 'tree', '--j')).toEqual(['--json']);
  expect(offered('deskscope', 'replay', './flow')).toEqual(['']);
  expect(script).toContain('complete -o default -F');
});

it('knows every command and option in every shell', async () => {
  for (const shell of shells) {
    const { stdout } = await terminal.run('completion', shell);
    for (const { name, options } of await allCommands()) {
      expect(stdout).toContain(name);
      for (const option of Object.keys(options)) expect(stdout).toMatch(new RegExp(`(--|-l )${option}\\b`));
    }
  }
});

it('reports which shells there are', async () => {
  const { code, stderr } = await terminal.run('completion', 'tcsh');
  expect([code, stderr]).toEqual([2, expect.stringContaining('none of bash, zsh, fish, powershell')]);
});

it('open reports how to get the app if it is not', async () => {
  expect(await terminal.json('open')).toMatchObject({
    ok: false,
    error: { code: 'not_found', hint: expect.stringContaining('npm start') as unknown },
  });
  expect(await terminal.json('open', 'nowhere.json')).toMatchObject({ ok: false, error: { code: 'not_found' } });
});
