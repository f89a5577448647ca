import { drag, keys, tap, type } from '../acts.ts';
import type { Flow, FlowApp, Outside } from '../flow.ts';

const files: FlowApp['files'] = {
  'box/alpha.txt': 'alpha',
  'box/beta.txt': 'beta',
  'box/gamma.txt': 'gamma',
  'box/inner/.keep': '',
};
/** Other files before and between them: every file is elsewhere, in another order. */
const more = { files: { 'box/aaa.txt': 'aaa', 'box/betb.txt': 'betb', 'box/zz.txt': 'zz' } };
const caja: FlowApp = { command: 'caja', args: ['--no-desktop', 'HOME/box'], files, title: /box/, package: 'caja' };

const filesIn =
  (...paths: readonly string[]) =>
  async ({ file }: Outside): Promise<string> =>
    (await Promise.all(paths.map(async (path) => `${path}=${(await file(`box/${path}`)).trim()}`))).join(' ');

const details: FlowApp = {
  command: 'thunar',
  args: ['HOME/box'],
  files: { ...files, 'box/delta.txt': 'delta with more' },
  title: /box/,
  package: 'thunar',
};

/** File managers that report their files, with other files in another order at the replay. */
export const managers: readonly Flow[] = [
  {
    name: 'caja: a file renamed out of its menu',
    change: more,
    toolkit: 'GTK 3',
    app: caja,
    acts: [
      tap('beta.txt', { button: 3 }),
      tap(/^Rename/, { role: 'menu item' }),
      keys('ctrl+a'),
      type('omega.txt'),
      keys('Return'),
    ],
    tapMs: 60,
    steps: [/^Right-click \w+ “beta.txt”/, /^Click MenuItem “Rename/, /^Press ctrl\+a/, /omega\.txt/, /^Press Enter/],
    effect: filesIn('omega.txt', 'beta.txt', 'alpha.txt', 'gamma.txt'),
    expected: 'omega.txt=beta beta.txt= alpha.txt=alpha gamma.txt=gamma',
  },
  {
    name: 'thunar: two rows of the details view deleted',
    change: more,
    toolkit: 'GTK 3',
    app: details,
    acts: [
      keys('ctrl+2'),
      tap('alpha.txt', { role: 'table cell' }),
      tap('delta.txt', { role: 'table cell', held: 'ctrl' }),
      keys('shift+Delete', 'Return'),
    ],
    tapMs: 60,
    steps: [
      /^Press ctrl\+2/,
      'Click DataItem “alpha.txt”',
      'Click DataItem “delta.txt” with ctrl',
      'Press shift+Delete',
      /^Press Enter in Button “Delete” @/,
    ],
    effect: filesIn('alpha.txt', 'beta.txt', 'delta.txt', 'gamma.txt'),
    expected: 'alpha.txt= beta.txt=beta delta.txt= gamma.txt=gamma',
  },
  {
    name: 'thunar: a row of the details view dragged into a folder',
    change: more,
    toolkit: 'GTK 3',
    app: details,
    acts: [
      keys('ctrl+2'),
      drag(
        { name: 'delta.txt', role: 'table cell', at: [0.1, 0.5] },
        { name: 'inner', role: 'table cell', at: [0.1, 0.5] },
      ),
    ],
    tapMs: 60,
    steps: [/^Press ctrl\+2/, 'Drag DataItem “delta.txt” onto DataItem “inner”'],
    effect: filesIn('inner/delta.txt', 'delta.txt'),
    expected: 'inner/delta.txt=delta with more delta.txt=',
  },
];
