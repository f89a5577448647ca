import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Engine } from '../../../src-main/engine/engine.ts';
import type { ControlType } from '../../../src-preload/contract/model/elements/element.ts';
import type { OcrWord } from '../../../src-preload/contract/model/ocr.ts';
import type { WindowInfo } from '../../../src-preload/contract/model/windows/window.ts';
import { interleave, type Contestant } from '../../lib/interleave.ts';
import { ours } from '../../lib/measurement.ts';
import { scoreWords, type KnownText } from '../../lib/word-score.ts';
import { treeApps, type AppSpec } from '../apps.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { freshEngine } from '../fresh-engine.ts';
import { visibleLeaves } from '../leaves.ts';
import { tesseract } from '../peers/tesseract.ts';
import { withApp } from '../running-app.ts';

const apps: readonly string[] = ['gtk3-widget-factory', 'gtk4-widget-factory', 'assistant', 'chromium'];
const maxWaitMs = 120_000;

export const ocr: Bench = {
  name: 'ocr',
  title:
    'The text of a window read from its pixels, judged where the accessibility tree says which text stands at which ' +
    'place. Found is how many words were right, of those that the first column counts; the note says how many were read ' +
    'at these places, right or wrong. Ours takes the picture itself; tesseract is given a PNG, runs with one thread, ' +
    'which is several times faster than with more, and its start counts. First: the engine has read nothing before. ' +
    'Small: letters of three quarters of their size.',
  async run(context) {
    const known = treeApps(context.electron).filter(({ name }) => apps.includes(name));
    const wanted = known.flatMap((app) => (app.toolkit === 'GTK 3' ? [app, ...otherLooks(app)] : [app]));
    for (const app of wanted.filter(({ name }) => context.app === null || context.app === name)) {
      context.progress(`ocr: ${app.name}`);
      await withApp(context, app, 'all', (window) => compare(context, app, window));
    }
  },
};

/** Light on dark, and text at three quarters of its size. */
function otherLooks(app: AppSpec): readonly AppSpec[] {
  return [
    { ...app, name: `${app.name}-dark`, env: { GTK_THEME: 'Adwaita:dark' } },
    { ...app, name: `${app.name}-small`, env: { GDK_DPI_SCALE: '0.75' } },
  ];
}

async function compare(context: BenchContext, app: AppSpec, window: WindowInfo): Promise<void> {
  const engine = await freshEngine();
  const folder = await mkdtemp(join(tmpdir(), 'deskscope-bench-ocr-'));
  const file = join(folder, 'window.png');
  try {
    const known = await knownTexts(engine, window);
    const { bytes, bounds } = await engine.capture({ target: { kind: 'window', window: window.id } });
    await writeFile(file, bytes);
    const reader = (name: string, read: () => Promise<readonly OcrWord[]>, task = 'read'): Contestant => ({
      name,
      sample: () =>
        context.collector.attempt(`${app.name} with ${name}`, async () => {
          const start = performance.now();
          const words = await read();
          const ms = performance.now() - start;
          const score = scoreWords(known, words);
          const subject = `${app.name}, ${score.known} words`;
          context.collector.add({ subject, task, contestant: name, note: `${score.read} read` }, ms, score.right);
        }),
    });
    const psm = ['--psm', '11'];
    await reader(ours, () => readWith(engine, window), 'first read').sample();
    await interleave(context.rounds, [
      reader(ours, () => readWith(engine, window)),
      reader('tesseract', () => tesseract(file, bounds, [], maxWaitMs)),
      reader('tesseract --psm 11', () => tesseract(file, bounds, psm, maxWaitMs)),
    ]);
  } finally {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function readWith(engine: Engine, window: WindowInfo): Promise<readonly OcrWord[]> {
  const { lines } = await engine.ocr({ target: { kind: 'window', window: window.id } }, { timeoutMs: maxWaitMs });
  return lines.flatMap(({ words }) => words);
}

/** Roles whose name is drawn as text; a button's name may only describe its icon. */
const shownByName: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['Text', 'CheckBox', 'RadioButton', 'HeaderItem', 'TabItem', 'MenuItem', 'Menu', 'Hyperlink'] as const),
  ...(['ListItem', 'DataItem', 'TreeItem'] as const),
]);

/** In pixels. Narrower boxes hold no text: Chromium's check boxes are named by a text beside them. */
const leastPerLetter = 3;

async function knownTexts(engine: Engine, window: WindowInfo): Promise<readonly KnownText[]> {
  const { root } = await engine.tree({ window: window.id });
  return visibleLeaves(root, window).flatMap(({ controlType, name, bounds }) =>
    shownByName.has(controlType) && bounds && bounds.width >= leastPerLetter * name.length
      ? [{ text: name, bounds }]
      : [],
  );
}
