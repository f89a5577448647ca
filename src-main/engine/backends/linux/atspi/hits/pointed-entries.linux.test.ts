import { execFile } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../../../../base/log.ts';
import { sleep } from '../../../../../base/async/deadline.ts';
import { center, type Point } from '#contract/model/geometry';
import type { Backend } from '../../../../backend.ts';
import { createLinuxBackend } from '../../index.ts';
import {
  allNodes,
  python,
  readTree,
  startTarget,
  targetScript,
  until,
  type TargetApp,
} from '../../testing/apps/target-app.ts';

const execute = promisify(execFile);
const xdotool = (...args: readonly (string | number)[]) => execute('xdotool', args.map(String));

let backend: Backend;
let app: TargetApp;

beforeAll(async () => {
  backend = await createLinuxBackend({ ownProcessIds: () => new Set(), log: createLog('test') });
  app = await startTarget(backend, python, [targetScript('gtk3_context_menu.py')], {
    ready: (nodes) => nodes.length > 2,
  });
});
afterAll(async () => {
  await app.end();
  await backend.close();
});

const node = async (name: string) =>
  allNodes((await readTree(backend, await app.window())).root).find((one) => one.name === name);

test('remembers the pressed menu entry after the menu is destroyed, if the pointer reached it since', async () => {
  const { bounds } = await app.window();
  const middle: Point = center(bounds);
  await xdotool('mousemove', middle.x, middle.y, 'click', 3);
  await until(async () => Boolean((await node('Rename'))?.bounds));
  const rename = center((await node('Rename'))!.bounds!);
  const since = performance.now();
  await xdotool('mousemove', rename.x, rename.y, 'sleep', 0.3, 'click', 1);
  await until(async () => (await node('Rename was chosen')) !== undefined);
  await sleep(200);
  expect(await node('Rename')).toBeUndefined();
  const { elements } = backend;
  const pointed = await elements.pointedEntry?.(await app.window(), rename, since);
  expect(pointed).toMatchObject({ controlType: 'MenuItem', name: 'Rename' });
  expect(await elements.pointedEntry?.(await app.window(), rename, performance.now())).toBeNull();
  expect(await elements.pointedEntry?.(await app.window(), { x: middle.x, y: middle.y - 40 }, since)).toBeNull();
});
