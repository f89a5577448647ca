import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { TreeNode } from '../../../src-preload/contract/model/elements/element.ts';
import { endChild, killTree, startChild } from '../../../scripts/lib/children.mjs';
import { firstLine } from '../../../scripts/lib/first-line.mjs';
import type { Engine } from '../../../src-main/engine/engine.ts';
import { freshEngine } from '../../linux/fresh-engine.ts';
import { runProgram } from '../../linux/peers/run-program.ts';
import type { Case, Judge } from '../judge.ts';
import { expectedOf, type Expected } from './expected.ts';
import { statedIn, type Stated } from './stated.ts';

const suiteOf = (folder: string) => join(folder, 'tests', 'at-spi2-atk');
/** The suite's elements need ATK 2.52; Debian 12 has 2.46. */
const tooNew = 'test-document.xml';

/** The trees of at-spi2-core's own tests: the engine must report what their files state. */
export const atspi: Judge = {
  name: 'Trees of at-spi2-core',
  source: 'GNOME/at-spi2-core',
  about: 'each element of the trees of its tests with all that the file states about it and the engine has a word for',
  left: `\`${tooNew}\` (needs ATK 2.52), extents of images (not read), the suite's assertions about libatspi`,
  names: (folder) => filesOf(folder).flatMap((file) => elementsOf(folder, file).map(({ name }) => name)),
  async run(folder, { decided, only }, decide) {
    const isOpen = (name: string) => !decided.has(name) && (only?.includes(name) ?? true);
    const files = filesOf(folder).filter((file) => elementsOf(folder, file).some(({ name }) => isOpen(name)));
    if (files.length === 0) return;
    const built = mkdtempSync(join(tmpdir(), 'deskscope-score-atspi-'));
    const program = join(built, 'window');
    await build(suiteOf(folder), program);
    const engine = await freshEngine();
    for (const file of files) {
      const elements = elementsOf(folder, file).filter(({ name }) => isOpen(name));
      for (const outcome of await judge(engine, program, join(suiteOf(folder), 'data', file), elements))
        decide(outcome);
    }
    await engine.close();
    await rm(built, { recursive: true, force: true });
  },
};

const filesOf = (folder: string) =>
  readdirSync(join(suiteOf(folder), 'data'))
    .filter((file) => file.endsWith('.xml') && file !== tooNew)
    .sort();

/** @throws Error with the compiler's message */
async function build(suite: string, program: string): Promise<void> {
  const dummy = join(suite, 'dummyatk');
  const sources = readdirSync(dummy).filter((file) => file.endsWith('.c') && !file.includes('document'));
  const libraries = ['atk-bridge-2.0', 'atk', 'libxml-2.0', 'x11'];
  const flags = (await runProgram('pkg-config', ['--cflags', '--libs', ...libraries])).trim().split(/\s+/u);
  const include = [`-I${suite}`, `-I${dummy}`];
  const own = ['bench/score/atspi/window.c', join(suite, 'atk-object-xml-loader.c')];
  await runProgram(
    'gcc',
    ['-w', '-o', program, ...include, ...own, ...sources.map((file) => join(dummy, file)), ...flags],
    60_000,
  );
}

/** An element of a file. */
interface Element {
  readonly name: string;
  readonly stated: Stated;
  /** Null for the file's root. */
  readonly parent: Stated | null;
  /** Child indices from the file's root. */
  readonly path: readonly number[];
}

function elementsOf(folder: string, file: string): readonly Element[] {
  const root = statedIn(readFileSync(join(suiteOf(folder), 'data', file), 'utf8'));
  const visit = (stated: Stated, parent: Stated | null, path: readonly number[]): readonly Element[] => [
    { name: [file, ...path].join(' '), stated, parent, path },
    ...stated.children.flatMap((child, i) => visit(child, stated, [...path, i])),
  ];
  return visit(root, null, []);
}

async function judge(
  engine: Engine,
  program: string,
  file: string,
  elements: readonly Element[],
): Promise<readonly Case[]> {
  const title = `Tree ${file}`;
  const app = startChild(program, [file, title], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    await firstLine(app, 1, program);
    const window = await windowCalled(engine, title);
    const tree = await engine.tree({ window, view: 'raw' });
    const [top] = tree.root.children ?? [];
    const outcomes: Case[] = [];
    for (const { name, stated, parent, path } of elements) {
      const node = path.reduce<TreeNode | undefined>((at, i) => at?.children?.[i], top);
      const details = node && (await engine.details({ element: node.id }));
      const wrong = details ? expectedOf(stated, details, parent).filter(isWrong) : null;
      const cause = wrong?.map(causeOf).join('; ') ?? 'the element is missing';
      outcomes.push({ name, passed: cause === '', cause });
    }
    return outcomes;
  } finally {
    killTree(app);
    await endChild(app);
  }
}

const isWrong = ({ wanted, found }: Expected) => !isDeepStrictEqual(wanted, found);
const causeOf = ({ what, wanted, found }: Expected) =>
  `${what} is ${found === undefined ? 'missing' : JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`;

async function windowCalled(engine: Engine, title: string) {
  for (let i = 0; i < 50; i++) {
    const window = (await engine.listWindows({})).items.find((each) => each.title === title);
    if (window) return window.id;
    await sleep(100);
  }
  throw new Error(`No window is called ${title}.`);
}
