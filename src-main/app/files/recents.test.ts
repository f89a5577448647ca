import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AppError } from '#contract/errors';
import { silentLog } from '../../base/log.ts';
import { filesHandlers } from '../ipc/handlers/files.ts';
import { HandedOver } from './handed-over.ts';
import { Recents } from './recents.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'deskscope-recents-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string) => path.join(folder, name);
const reported: number[] = [];
const open = () =>
  new Recents({ file: at('recent.json'), changed: ({ length }) => reported.push(length), log: silentLog });
const names = ({ files }: Recents) => files.map((file) => path.basename(file.path));

it('keeps the newest first, each once, over a restart', async () => {
  const recents = open();
  for (const name of ['a', 'b', 'a', ...Array.from({ length: 11 }, (_, index) => `c${index}`)]) recents.add(at(name));
  await recents.written();
  expect(names(recents).slice(-2)).toEqual(['c0', 'a']);
  expect(names(open())).toEqual(names(recents));
  recents.remove(at('c0'));
  await recents.written();
  expect(names(open())).not.toContain('c0');
  expect(reported.at(-1)).toBe(11);
});

it.each(['', '{', '{"files":[]}', '[{"path":"relative.json","at":1}]', '[{"path":7,"at":1}]'])(
  'starts empty if its file reports %j',
  (text) => {
    writeFileSync(at('recent.json'), text);
    expect(open().files).toEqual([]);
    expect(readFileSync(at('recent.json'), 'utf8')).toBe(text);
  },
);

it('opens for a page only what is listed, and forgets what is gone', async () => {
  const recents = open();
  recents.add(at('there.json'));
  recents.add(at('gone.json'));
  const opened: string[] = [];
  const opener = {
    open(place: string) {
      opened.push(path.basename(place));
      return place.includes('gone') ? Promise.reject(new AppError('not_found', 'Gone.')) : Promise.resolve();
    },
    take: () => Promise.resolve(),
  };
  const dialogs = { chooseFile: () => Promise.resolve(null) };
  const handlers = filesHandlers({ opener, handedOver: new HandedOver(), recents, dialogs });
  const openRecent = async (name: string) => handlers['files.openRecent']({ path: at(name) }, 'main');
  await expect(openRecent('other.json')).rejects.toMatchObject({ code: 'not_found' });
  expect(opened).toEqual([]);
  await openRecent('there.json');
  await expect(openRecent('gone.json')).rejects.toMatchObject({ code: 'not_found' });
  expect([opened, names(recents)]).toEqual([['there.json', 'gone.json'], ['there.json']]);
  await recents.written();
});
