import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { userCommandOf, type ShownProcess } from './user-command.ts';

const root = mkdtempSync(path.join(tmpdir(), 'deskscope-command-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const at = (name: string) => path.join(root, name);

for (const folder of ['bin', 'lib/office', 'lib/web', 'lib/sound', 'home']) mkdirSync(at(folder), { recursive: true });
const files = {
  'lib/office/office': '#!/bin/sh\nexec "$0.bin" "$@"\n',
  'lib/office/office.bin': '\x7fELF',
  'lib/office/splash': '\x7fELF',
  'bin/web': `#!/bin/sh\nexec ${root}/lib/$NAME/$NAME --wide "$@"\n`,
  'lib/web/web': '\x7fELF',
  'bin/sound': '#!/bin/sh\nexec /elsewhere/sound\n',
  'lib/sound/sound': '\x7fELF',
  'bin/python3': '\x7fELF',
  'home/two words.html': '',
};
for (const [name, text] of Object.entries(files)) {
  writeFileSync(at(name), text);
  chmodSync(at(name), 0o755);
}
symlinkSync('../lib/office/office', at('bin/office'));

const shell = { file: '/bin/sh', words: ['sh'] };
const commandOf = (words: readonly string[], more: Partial<ShownProcess> = {}) => {
  const shown = { file: words[0]!, words, folder: at('home'), variables: new Map(), parent: shell, ...more };
  return userCommandOf(shown, [at('bin')]);
};

test.each<[string, readonly string[], Partial<ShownProcess>, readonly string[] | null]>([
  ['a program in the path', ['python3', 'app.py'], { file: at('bin/python3') }, ['python3', 'app.py']],
  ['its whole path', [at('bin/python3'), 'app.py'], {}, [at('bin/python3'), 'app.py']],
  [
    'the script beside it',
    [at('lib/office/office.bin'), '--sheet', '--', '-a', '--pipe=5'],
    { parent: { file: at('lib/office/splash'), words: [at('lib/office/splash'), '--sheet', '--', '-a'] } },
    ['office', '--sheet', '--', '-a'],
  ],
  [
    'another program of the folder that started it',
    [at('lib/office/office.bin'), 'a'],
    { parent: { file: at('lib/office/splash'), words: [at('lib/office/splash'), 'b'] } },
    ['office', 'a'],
  ],
  [
    'the script that names its folder, by a line of words joined by spaces',
    [`${at('lib/web/web')} --wide --new two words.html x`],
    { file: at('lib/web/web') },
    ['web', '--wide', '--new', 'two words.html', 'x'],
  ],
  ['a script of its name about another program', [at('lib/sound/sound')], {}, [at('lib/sound/sound')]],
  [
    'an AppImage',
    [at('lib/web/web'), 'a'],
    {
      variables: new Map([
        ['APPIMAGE', '/apps/web.AppImage'],
        ['APPDIR', at('lib')],
      ]),
    },
    ['/apps/web.AppImage', 'a'],
  ],
  [
    'a variable of the AppImage that started it',
    ['python3'],
    {
      variables: new Map([
        ['APPIMAGE', '/a'],
        ['APPDIR', '/b'],
      ]),
    },
    ['python3'],
  ],
  ['what it has overwritten its command line with', ['web: idle'], { file: at('lib/web/web') }, null],
])('the command of %s', async (_, words, more, expected) => {
  const found = await commandOf(words, more);
  expect(found && [found.command, ...found.args]).toEqual(expected);
});
