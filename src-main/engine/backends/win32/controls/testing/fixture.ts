import type { ElementDetails, ElementNode, TreeNode } from '#contract/model/elements/element';
import type { PatternCall } from '#contract/model/elements/pattern';
import type { WindowInfo } from '#contract/model/windows/window';
import type { Engine } from '../../../../engine.ts';
import { startApp } from '../../testing/apps.ts';
import { controls } from '../../testing/fixtures.ts';
import { startWindowsEngine } from '../../testing/windows-engine.ts';

/** A program with controls to test, with shortcuts for test queries. */
export interface ControlsUnderTest {
  readonly engine: Engine;
  readonly window: WindowInfo;
  one(selector: string): Promise<ElementNode>;
  details(selector: string): Promise<ElementDetails>;
  run(selector: string, call: PatternCall): Promise<ElementDetails>;
  tree(): Promise<readonly TreeNode[]>;
  close(): Promise<void>;
}

/** One of the windows of the fixture. */
export function startFixture(kind: string): Promise<ControlsUnderTest> {
  return startControls(controls, [kind]);
}

export async function startControls(command: string, args: readonly string[] = []): Promise<ControlsUnderTest> {
  const windows = await startWindowsEngine();
  const { engine } = windows;
  const app = await startApp(engine, command, args);
  const { window } = app;
  const one = async (selector: string) => {
    const { matches } = await engine.find({ window: window.id, selector });
    if (matches.length !== 1 || !matches[0]) throw new Error(`${matches.length} elements match ${selector}.`);
    return matches[0];
  };
  return {
    engine,
    window,
    one,
    details: async (selector) => engine.details({ element: (await one(selector)).id }),
    run: async (selector, call) => engine.runPattern({ element: (await one(selector)).id, call }),
    tree: async () => flatten((await engine.tree({ window: window.id })).root),
    async close() {
      await app.end();
      await windows.close();
    },
  };
}

export function flatten(node: TreeNode): readonly TreeNode[] {
  return [node, ...(node.children ?? []).flatMap(flatten)];
}
