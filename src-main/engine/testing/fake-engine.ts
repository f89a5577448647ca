import { silentLog } from '../../base/log.ts';
import type { ElementNode } from '#contract/model/elements/element';
import { center, type Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import { createFakeBackend, type FakeBackend, type FakeOptions } from '../backends/fake/index.ts';
import type { Engine } from '../engine.ts';
import { createLocalEngine } from '../process/local-engine.ts';

/** An engine over a scripted desktop in this process, and the script's controls. */
export interface FakeEngine {
  readonly engine: Engine;
  readonly backend: FakeBackend;
  /** The first window whose title contains the text. */
  window(title: string): Promise<WindowInfo>;
  /** The one element of the window that a selector matches. */
  element(title: string, selector: string): Promise<ElementNode>;
  /** The middle of an element. */
  middle(title: string, selector: string): Promise<Point>;
}

export async function createFakeEngine(options: FakeOptions = {}): Promise<FakeEngine> {
  let backend: FakeBackend | undefined;
  const engine = await createLocalEngine({
    log: silentLog,
    backend: (given) => Promise.resolve((backend = createFakeBackend({ ...given, ...options }))),
  });
  if (!backend) throw new Error('The back end was not created.');
  const window = async (title: string) => {
    const { items } = await engine.listWindows({});
    return only(items.filter((item) => item.title.includes(title)).slice(0, 1), title);
  };
  const element = async (title: string, selector: string) => {
    const found = await engine.find({ window: (await window(title)).id, selector });
    return only(found.matches, selector);
  };
  const middle = async (title: string, selector: string) => {
    const { bounds } = await element(title, selector);
    if (!bounds) throw new Error(`${selector} has no place.`);
    return center(bounds);
  };
  return { engine, backend, window, element, middle };
}

function only<T>(items: readonly T[], what: string): T {
  const [first, ...others] = items;
  if (first === undefined || others.length > 0) throw new Error(`${items.length} match ${what}.`);
  return first;
}
