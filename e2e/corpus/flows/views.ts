import { dragAt, keys, tap, tapAt, type } from '../acts.ts';
import type { Flow, FlowApp, Outside } from '../flow.ts';

const names = ['alpha', 'beta', 'delta', 'gamma'];
const files = names.map((name) => [`box/${name}.txt`, name] as const);
const box: FlowApp['files'] = { ...Object.fromEntries<string>(files), 'box/inner/.keep': '' };
const thunar: FlowApp = { command: 'thunar', args: ['HOME/box'], files: box, title: /box/ };
/** Other files before and between them: everything is elsewhere. */
const more = { files: { 'box/aaa.txt': 'aaa', 'box/betb.txt': 'betb', 'box/delta2.txt': 'd2' } };
/** Initial positions of icons in the window, beside the sidebar and below the warning for root. */
const at = (column: number): readonly [number, number] => [218 + column * 88, 145];

/** The files, with their contents. */
const filesIn =
  (...paths: readonly string[]) =>
  async ({ file }: Outside): Promise<string> =>
    (await Promise.all(paths.map(async (path) => `${path}=${(await file(`box/${path}`)).trim()}`))).join(' ');

/** Views that report none of their content: icons, canvases, maps. */
export const views: readonly Flow[] = [
  {
    name: 'thunar: a file renamed out of its menu',
    change: more,
    toolkit: 'GTK 3',
    app: thunar,
    acts: [tapAt(...at(2), { button: 3 }), tap(/^Rename/, { role: 'menu item' }), type('omega'), keys('Return')],
    tapMs: 60,
    steps: ['Right-click Image “beta.txt”', /^Click MenuItem “Rename/, /omega/, /^Press Enter/],
    effect: filesIn('omega.txt', 'beta.txt'),
    expected: 'omega.txt=beta beta.txt=',
  },
  {
    name: 'thunar: two files copied into a folder',
    change: more,
    toolkit: 'GTK 3',
    app: thunar,
    acts: [
      tapAt(...at(1)),
      tapAt(...at(3), { held: 'ctrl' }),
      keys('ctrl+c'),
      tapAt(...at(0), { count: 2 }),
      keys('ctrl+v'),
    ],
    tapMs: 60,
    steps: [
      'Click Image “alpha.txt”',
      'Click Image “delta.txt” with ctrl',
      /^Press ctrl\+c/,
      'Double-click Image “inner”',
      /^Press ctrl\+v/,
    ],
    effect: filesIn('inner/alpha.txt', 'inner/beta.txt', 'inner/delta.txt', 'inner/delta2.txt', 'inner/gamma.txt'),
    expected: 'inner/alpha.txt=alpha inner/beta.txt= inner/delta.txt=delta inner/delta2.txt= inner/gamma.txt=',
  },
  {
    name: 'thunar: a file dragged into a folder',
    change: more,
    toolkit: 'GTK 3',
    app: thunar,
    acts: [dragAt(at(4), at(0))],
    tapMs: 60,
    steps: ['Drag Image “gamma.txt” onto Image “inner”'],
    effect: filesIn('inner/gamma.txt', 'gamma.txt'),
    expected: 'inner/gamma.txt=gamma gamma.txt=',
  },
  {
    name: 'thunar: a folder made where nothing lies',
    change: more,
    toolkit: 'GTK 3',
    app: thunar,
    acts: [
      tapAt(560, 400, { button: 3 }),
      tap(/^Create Folder/, { role: 'menu item' }),
      type('shed'),
      tap('Create', { role: 'push button' }),
    ],
    tapMs: 60,
    steps: [/^Right-click/, /^Click MenuItem “Create Folder/, /shed/, /^Click Button “Create”/],
    effect: ({ texts }) => texts(),
    expected: /^2 folders/m,
  },
];
