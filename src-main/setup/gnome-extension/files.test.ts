import { Script } from 'node:vm';
import { expect, it } from 'vitest';
import { extensionFiles } from './install.ts';
import { uuid } from './protocol.ts';

const codeOf = (shell: number) => extensionFiles(shell)['extension.js'] ?? '';

it('is for the version of the shell that is there, and no other', () => {
  expect(JSON.parse(extensionFiles(47)['metadata.json'] ?? '')).toMatchObject({ uuid, 'shell-version': ['47'] });
});

it('is a script up to version 44, and a module from 45 on', () => {
  for (const shell of [43, 44]) {
    expect(() => new Script(codeOf(shell))).not.toThrow();
    expect(codeOf(shell)).toContain('function init()');
  }
  for (const shell of [45, 49]) {
    expect(codeOf(shell)).toMatch(/^import /);
    expect(codeOf(shell)).toContain('export default class');
    expect(codeOf(shell)).not.toMatch(/\bimports\./);
  }
});

it('parses as a module but for where it takes things from', () => {
  const script = codeOf(45)
    .replaceAll(/^import .*$/gm, '')
    .replace('export default ', '');
  expect(() => new Script(`const Extension = Object;${script}`)).not.toThrow();
});
