import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it, describe } from 'vitest';
import type { Rect } from '#contract/model/geometry';
import { createLog } from '../../../../../base/log.ts';
import type { Backend } from '../../../../backend.ts';
import { createLinuxBackend } from '../../index.ts';
import { AppDriver } from '../people/app-driver.ts';
import { scoreHits } from '../hit-score.ts';
import { readAsReference } from '../reference-tree.ts';
import { allNodes, readTree, startTarget, type TargetApp, type TargetOptions } from './target-app.ts';

export interface AppSuite extends TargetOptions {
  readonly title?: RegExp;
  readonly program: string;
  readonly packages: string;
  readonly args?: () => readonly string[] | Promise<readonly string[]>;
  /** The toolkit name in the details of its elements. */
  readonly toolkit: string;
  /** Lines of `role<TAB>name<TAB>seen` excluded from the comparison, by reason. */
  readonly explained?: Readonly<Record<string, RegExp>>;
  /** Known misses of hits in the middle of visible leaves, by prefix; see the reasons there. */
  readonly knownMisses?: readonly RegExp[];
  /** Names of elements that the window shows only partly. */
  readonly cut?: RegExp;
  /** Tests for this app only. The app is started once, for all of them. */
  readonly also?: (app: RunningApp) => void;
}

/** The fixtures of an app's tests; to be read inside tests. */
export interface RunningApp {
  readonly backend: () => Backend;
  readonly app: () => TargetApp;
  readonly driver: () => AppDriver;
}

function isInside(inner: Rect, outer: Rect): boolean {
  const right = inner.x + inner.width <= outer.x + outer.width;
  const bottom = inner.y + inner.height <= outer.y + outer.height;
  return inner.x >= outer.x && inner.y >= outer.y && right && bottom;
}

/** Tests for every app of every toolkit, on the real app, started once. */
export function suiteOf(name: string, suite: AppSuite): void {
  describeApp(name, suite, () => {
    let backend: Backend;
    let app: TargetApp;
    let driver: AppDriver;
    beforeAll(async () => {
      backend = await createLinuxBackend({ ownProcessIds: () => new Set(), log: createLog('test') });
      app = await startTarget(backend, suite.program, (await suite.args?.()) ?? [], { startsWithin: 50_000, ...suite });
      driver = new AppDriver(backend, app);
      await driver.inFront();
    });
    afterAll(async () => {
      await (app as TargetApp | undefined)?.end();
      await (backend as Backend | undefined)?.close();
    });

    it('is known for what it is', async () => {
      const window = await app.window();
      const { root } = await readTree(backend, window);
      expect((await backend.elements.details(window, root.runtimeId)).toolkit?.name).toBe(suite.toolkit);
      expect(root.controlType).toBe('Window');
    });

    it('has the elements that the distribution’s own reader sees, in its order, and as visible', async () => {
      const window = await app.window();
      const { root } = await readTree(backend, window);
      const { here, there } = await readAsReference(window.processId, root);
      const reasons = Object.values(suite.explained ?? {});
      const unexplained = (line: string) => !reasons.some((reason) => reason.test(line));
      expect(here.filter(unexplained)).toEqual(there.filter(unexplained));
      expect(here.length).toBeGreaterThan(5);
    });

    it('answers hits where it says its elements are', async () => {
      const window = await app.window();
      const { root } = await readTree(backend, window);
      const score = await scoreHits(backend, window, root);
      const known = (miss: string) => (suite.knownMisses ?? []).some((each) => each.test(miss));
      const { same, child, ancestor, misses } = score;
      process.stderr.write(
        `${name}: hits ${same} same, ${child} child, ${ancestor} ancestor, ${misses.length} other\n`,
      );
      expect(misses.filter((miss) => !known(miss))).toEqual([]);
      expect(same + child).toBeGreaterThan(9 * ancestor);
    });

    it('has visible elements, all of them inside the window', async () => {
      const { bounds: whole } = await app.window();
      const { root } = await readTree(backend, await app.window());
      const placed = allNodes(root).flatMap(({ controlType, states, name: called, bounds }) =>
        ['Button', 'MenuItem', 'Menu'].includes(controlType) && states.includes('visible') && bounds
          ? [{ called, bounds }]
          : [],
      );
      expect(placed.length).toBeGreaterThan(0);
      const outside = placed.filter(({ bounds }) => !isInside(bounds, whole));
      expect(outside.filter(({ called }) => !suite.cut?.test(called))).toEqual([]);
    });

    suite.also?.({ backend: () => backend, app: () => app, driver: () => driver });
  });
}

/** Whether a program can be started here. */
export function hasProgram(program: string): boolean {
  return spawnSync('sh', ['-c', 'command -v "$1"', 'sh', program]).status === 0;
}

/** Tests of a real app: skipped, with a prominent notice, if its program is not installed. */
export function describeApp(title: string, needs: { program: string; packages: string }, tests: () => void): void {
  const installed = hasProgram(needs.program);
  if (!installed)
    process.stderr.write(`\n### SKIPPED: ${title}: there is no ${needs.program} (Debian: ${needs.packages}).\n\n`);
  describe.skipIf(!installed)(title, tests);
}
