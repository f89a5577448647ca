import { setTimeout as sleep } from 'node:timers/promises';
import type { TreeNode } from '../../../src-preload/contract/model/elements/element.ts';
import type { Engine } from '../../../src-main/engine/engine.ts';
import { freshEngine } from '../../linux/fresh-engine.ts';
import { python, runProgram } from '../../linux/peers/run-program.ts';
import { openPages, type Site } from '../pages.ts';
import { stateWord, toldIn, type Told } from './told.ts';

/** An element of a page and those in it. */
export interface Element {
  readonly told: Told;
  readonly children: readonly Element[];
}

/** A page in Chromium, read by the engine. */
export interface ReadPage {
  readonly document: Element;
  /** The same page as libatspi tells it. */
  secondOpinion(): Promise<Element>;
}

export interface Reader {
  /** @throws Error if the page does not load or does not reach the tree */
  read(address: string): Promise<ReadPage>;
  close(): Promise<void>;
}

/** In milliseconds: a tree that did not change for `stillFor` is complete. */
const stillFor = 200;
const within = 8_000;
const blank = '/blank.html';

/** Shows pages in Chromium one after another and reads each with a local engine. */
export async function openReader(file: Site['file']): Promise<Reader> {
  const pages = await openPages({
    file: (pathname) => (pathname === blank ? '<title>blank</title>' : file(pathname)),
    script: `addEventListener('load', () => send('/begun', {}));`,
  });
  const engine = await freshEngine();
  const processId = Number(pages.window);
  return {
    async read(address) {
      // An empty page in between: what the tree has afterwards is of the wanted one.
      await pages.open(blank);
      await until(async () => (await documentIn(engine, processId))?.name === 'blank', 'an empty page');
      await pages.open(address);
      const node = await still(engine, processId);
      return { document: await elementOf(engine, node, idsIn(node)), secondOpinion: () => witness(processId) };
    },
    async close() {
      await engine.close();
      await pages.close();
    },
  };
}

async function witness(processId: number): Promise<Element> {
  const answer = await runProgram(python, ['bench/score/web/witness.py', String(processId)]);
  const translated = ({ told, children }: Element): Element => ({
    told: { ...told, states: told.states.flatMap((state) => stateWord(state.replace('multi-sel', 'multisel')) ?? []) },
    children: children.map(translated),
  });
  return translated(JSON.parse(answer) as Element);
}

async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + within;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`${what} did not reach the tree`);
    await sleep(30);
  }
}

/** The document, once its tree has stopped changing. */
async function still(engine: Engine, processId: number): Promise<TreeNode> {
  let last = { node: null as TreeNode | null, text: '', since: Date.now() };
  await until(async () => {
    const found = await documentIn(engine, processId);
    const node = found?.name === 'blank' ? null : found;
    const text = JSON.stringify(node);
    if (!node || last.text !== text) last = { node, text, since: Date.now() };
    return Date.now() - last.since >= stillFor;
  }, 'the page');
  if (!last.node) throw new Error('The window has no document.');
  return last.node;
}

async function documentIn(engine: Engine, processId: number): Promise<TreeNode | null> {
  const window = (await engine.listWindows({})).items.find((each) => each.processId === processId);
  if (!window) return null;
  const { root } = await engine.tree({ window: window.id, view: 'raw' });
  const find = (node: TreeNode): TreeNode | null => {
    if (node.role === 'document web') return node;
    for (const child of node.children ?? []) {
      const found = find(child);
      if (found) return found;
    }
    return null;
  };
  return find(root);
}

function idsIn(node: TreeNode): ReadonlyMap<string, string> {
  return new Map([[node.id, node.automationId], ...(node.children ?? []).flatMap((child) => [...idsIn(child)])]);
}

async function elementOf(engine: Engine, node: TreeNode, ids: ReadonlyMap<string, string>): Promise<Element> {
  const details = await engine.details({ element: node.id });
  const children: Element[] = [];
  for (const child of node.children ?? []) children.push(await elementOf(engine, child, ids));
  return { told: toldIn(details, node, ids), children };
}

/** The element with an id of the page. */
export function withId(element: Element, id: string): Element | null {
  if (element.told.attributes['id'] === id) return element;
  for (const child of element.children) {
    const found = withId(child, id);
    if (found) return found;
  }
  return null;
}
