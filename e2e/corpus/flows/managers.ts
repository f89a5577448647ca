import { keys, tap, type } from '../acts.ts';
import type { Flow, FlowApp, Outside } from '../flow.ts';

const files: FlowApp['files'] = {
  'box/alpha.txt': 'alpha',
  'box/beta.txt': 'beta',
  'box/gamma.txt': 'gamma',
  'box/inner/.keep': '',
};
/** Others before and between them: each lies elsewhere, and in another order. */
const more = { files: { 'box/aaa.txt': 'aaa', 'box/betb.txt': 'betb', 'box/zz.txt': 'zz' } };
const caja: FlowApp = { command: 'caja', args: ['--no-desktop', 'HOME/box'], files, title: /box/, package: 'caja' };

const filesIn =
  (...paths: readonly string[]) =>
  async ({ file }: Outside): Promise<string> =>
    (await Promise.all(paths.map(async (path) => `${path}=${(await file(`box/${path}`)).trim()}`))).join(' ');

/** File managers that tell of their files, with other files in another order at the replay. */
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
];
