import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test, type TestInfo } from '@playwright/test';
import { sleep } from '../../../base/async/deadline.ts';
import { Locator } from '../locator.ts';
import type { AnyWindow, App } from '../places.ts';
import { lookAt } from '../look.ts';
import { parseTree, textNodesOf, treeMatches, treeText, type TextNode } from '../tree-text.ts';

const lookEveryMs = 100;

/** The part of Playwright's matcher context that is used here. */
interface Context {
  readonly isNot: boolean;
  readonly timeout: number;
  readonly utils: {
    matcherHint(...words: readonly unknown[]): string;
    printDiffOrStringify(expected: unknown, received: unknown, label: string, other: string, expand: boolean): string;
  };
}

interface Verdict {
  readonly pass: boolean;
  readonly name: string;
  readonly message: () => string;
  /** Playwright replaces the text in the test with it; versions without support leave the test unchanged. */
  readonly suggestedRebaseline?: string;
}

type MatchTarget = Locator | AnyWindow | App;

/**
 * Whether a place shows a tree, given as text or kept in a file beside the test. Nodes that are not named may stand between; `-u`
 * writes the tree again, in the test or the file.
 */
export async function toMatchTree(
  this: unknown,
  place: MatchTarget,
  given?: string,
  options: { readonly timeout?: number } = {},
): Promise<Verdict> {
  const context = this as Context;
  const info = test.info();
  const file = given === undefined ? snapshotFile(info) : null;
  const wanted = given === undefined ? (file && existsSync(file) ? readFileSync(file, 'utf8') : '') : unindented(given);
  // Older versions have another word for `missing`.
  const mode = info.config.updateSnapshots as string;
  const tree = parseTree(wanted);
  const holds = (nodes: readonly TextNode[]) => tree.length > 0 && treeMatches(nodes, tree);
  const end = Date.now() + (options.timeout ?? context.timeout);
  const settles = mode !== 'all' && tree.length > 0;
  let now = await nodesOf(place);
  // A window may not be open yet.
  const isEarly = () => (settles ? holds(now) === context.isNot : now.length === 0);
  while (isEarly() && Date.now() < end) {
    await sleep(lookEveryMs);
    now = await nodesOf(place);
  }
  const pass = holds(now);
  const isNew = tree.length === 0;
  if (!context.isNot && (mode === 'all' || (mode === 'changed' && !pass) || (isNew && mode !== 'none')))
    return write(info, file, treeText(now), { isNew, mode });
  return verdict(context, pass, wanted, now);
}

async function nodesOf(place: MatchTarget): Promise<readonly TextNode[]> {
  if (place instanceof Locator) return textNodesOf((await place.one()).node);
  const { windows } = await lookAt(place.desktop.engine, await place.openWindows());
  return windows.flatMap(({ root }) => textNodesOf(root));
}

function verdict({ utils, isNot }: Context, pass: boolean, wanted: string, now: readonly TextNode[]): Verdict {
  const hint = utils.matcherHint('toMatchTree', 'place', '', { isNot });
  const diff = utils.printDiffOrStringify(wanted.trimEnd(), treeText(now), 'Expected', 'Received', false);
  return { pass, name: 'toMatchTree', message: () => `${hint} failed\n\n${diff}` };
}

function write(
  _: TestInfo,
  file: string | null,
  text: string,
  { isNew, mode }: { readonly isNew: boolean; readonly mode: string },
): Verdict {
  const name = 'toMatchTree';
  if (file === null) {
    const indented = text.replace(/[`\\]|\$\{/g, '\\$&').replace(/^/gm, '{indent}  ');
    return {
      pass: true,
      name,
      message: () => '',
      suggestedRebaseline: `\`\n${indented}\n{indent}\``,
    };
  }
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${text}\n`);
  const isAsked = mode === 'all' || mode === 'changed';
  const shown = path.relative(process.cwd(), file);
  return {
    pass: isAsked || !isNew,
    name,
    message: () => `A tree snapshot doesn't exist at ${shown}, writing actual.`,
  };
}

/** Counts the trees of each test, so that each has its own file. */
const counts = new WeakMap<TestInfo, number>();

function snapshotFile(info: TestInfo): string {
  const count = (counts.get(info) ?? 0) + 1;
  counts.set(info, count);
  return info.snapshotPath(`${info.title.replace(/\W+/g, '-')}-${count}.tree.txt`);
}

/** A text in a test is indented with the test. */
function unindented(text: string): string {
  const lines = text.replace(/^\n|\n\s*$/g, '').split('\n');
  const least = Math.min(
    ...lines.filter((line) => line.trim() !== '').map((line) => /^\s*/.exec(line)?.[0].length ?? 0),
  );
  return lines.map((line) => line.slice(least)).join('\n');
}
