import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { filesIn, filesOfSecondStart, HandedOver } from './handed-over.ts';

const folder = path.resolve('/home/anna');
const at = (name: string) => path.join(folder, name);

it.each([
  ['names nothing', ['deskscope'], []],
  ['names files', ['deskscope', 'a.json', at('b.zip')], ['a.json', 'b.zip']],
  ['has switches', ['deskscope', '--disable-gpu', 'a.json', '--log-level=3'], ['a.json']],
  ['names what looks like a switch', ['deskscope', '--', '-a.json'], ['-a.json']],
  ['names an address', ['deskscope', pathToFileURL(at('ä b.json')).href], ['ä b.json']],
  ['names nothing by an empty word', ['deskscope', ''], []],
])('a command line that %s', (_, argv, names) => {
  expect(filesIn(argv, { isPackaged: true, folder })).toEqual(names.map(at));
  const [program = '', ...words] = argv;
  const unpackaged = [program, '--no-sandbox', '/app', ...words];
  expect(filesIn(unpackaged, { isPackaged: false, folder })).toEqual(names.map(at));
});

it('takes an address that is no path for a name that leads nowhere', () => {
  const [file = ''] = filesIn(['deskscope', 'file://%zz'], { isPackaged: true, folder });
  expect(file.startsWith(folder)).toBe(true);
});

it.each([undefined, null, 'a', {}, { files: 'a' }, { files: [7] }, { files: ['relative.json'] }])(
  'receives no files from a second start that reports %j',
  (received) => expect(filesOfSecondStart(received)).toEqual([]),
);

it('receives the files of a second start', () => {
  expect(filesOfSecondStart({ files: [at('a.json')], later: 1 })).toEqual([at('a.json')]);
});

it('keeps what is handed over until somebody follows, once and in order', () => {
  const handedOver = new HandedOver();
  const [first, second]: string[][] = [[], []];
  handedOver.add(['1', '2']);
  handedOver.follow((file) => first?.push(file));
  handedOver.add(['3']);
  handedOver.follow((file) => second?.push(file));
  handedOver.add(['4']);
  expect([first, second]).toEqual([['1', '2', '3'], ['4']]);
});
