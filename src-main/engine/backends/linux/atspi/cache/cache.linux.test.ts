import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DisposableStore } from '../../../../../base/async/disposable.ts';
import { createLog } from '../../../../../base/log.ts';
import { center, contains } from '#contract/model/geometry';
import type { Backend, ElementProvider, RawNode } from '../../../../backend.ts';
import { createLinuxBackend } from '../../index.ts';
import { allNodes, startTarget, type TargetApp } from '../../testing/apps/target-app.ts';
import { XConnection } from '../../x11/display/connection.ts';
import { Painting } from '../../x11/display/painting.ts';
import { xWindowSystem } from '../../x11/display/x-window-system.ts';
import { Accessibles } from '../bus/accessibles.ts';
import { Apps } from '../bus/apps.ts';
import { findBusAddress } from '../bus/bus-address.ts';
import { AccessibilityBus } from '../bus/bus.ts';
import { createElements } from '../elements.ts';
import { AppEvents } from '../events/app-events.ts';
import { FocusTracker } from '../focus.ts';
import { Frames } from '../frames/frames.ts';
import { PointedEntries } from '../hits/pointed-entries.ts';
import { RecentlyShown } from '../hits/recently-shown.ts';
import { readTree } from '../reading/walk.ts';
import { see } from '../visibility/see.ts';
import { PagePainting } from './page-painting.ts';
import { TreeCache } from './tree-cache.ts';
import { ChangeEvents } from './change-events.ts';
import { chromiumFlags } from '../../../../testing/programs.ts';

const budget = { depth: 200, maxNodes: 50_000 };
const owned = new DisposableStore();
let backend: Backend;
let accessibles: Accessibles;
let frames: Frames;
/** Never expires, so that only events and painting trigger new reads. */
let elements: ElementProvider;

beforeAll(async () => {
  const log = createLog('test');
  const display = process.env['DISPLAY'] ?? '';
  backend = await createLinuxBackend({ ownProcessIds: () => new Set(), log });
  const x = await XConnection.open(display);
  const painting = owned.add(new Painting(display));
  const system = xWindowSystem(x, painting);
  const bus = owned.add(new AccessibilityBus((signal) => findBusAddress(system, signal), log));
  accessibles = new Accessibles(bus);
  const apps = new Apps(bus, accessibles);
  const { windows } = backend;
  frames = new Frames(apps, accessibles, {
    windows: () => windows.list({ all: true, own: true }),
    popupsOf: (window) => system.popupsOf(window),
    surfaceOf: (window) => system.surfaceOf(window),
  });
  const changes = owned.add(new ChangeEvents(bus));
  const sources = { accessibles, changes, epoch: () => bus.epoch, maxAgeMs: Infinity };
  const reports = new PagePainting(painting);
  const cache = owned.add(new TreeCache({ ...sources, painting: reports.windows }));
  const pageCache = owned.add(new TreeCache({ ...sources, painting: reports.pages }));
  const recentlyShown = owned.add(new RecentlyShown(bus));
  const focus = owned.add(new FocusTracker(bus, accessibles));
  elements = createElements({
    system,
    windows,
    accessibles,
    apps,
    focus,
    recentlyShown,
    pointedEntries: owned.add(new PointedEntries(bus, accessibles)),
    cache,
    pageCache,
    events: new AppEvents(bus),
  });
  owned.add({ dispose: () => x.close() });
});
afterAll(async () => {
  owned.dispose();
  await backend.close();
});

const folder = mkdtempSync(join(tmpdir(), 'deskscope-live-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const page = join(folder, 'page.html');
const lines = Array.from({ length: 60 }, (_, i) => `<li>line ${i} <button>b${i}</button></li>`).join('');
writeFileSync(
  page,
  `<title>page</title><label>name <input id="name"></label><input type="checkbox" id="box" aria-label="box">
   <input type="range" aria-label="range"><div id="log"></div>
   <button id="more" onclick="log.innerHTML += '<p>more</p>'">more</button>
   <details><summary>closed</summary><p>opened</p></details><ul>${lines}</ul>`,
);
const chromium = [
  ...chromiumFlags,
  '--force-renderer-accessibility',
  `--user-data-dir=${folder}/profile`,
  `file://${page}`,
];

/** One app per toolkit, for four toolkits. */
const programs: readonly (readonly [command: string, args: readonly string[]])[] = [
  ['gtk3-widget-factory', []],
  ['gtk4-widget-factory', []],
  ['assistant', []],
  ['chromium', chromium],
];

describe.each(programs)('%s', (command, args) => {
  let app: TargetApp;
  beforeAll(async () => {
    // Without this variable, GTK 4 redraws endlessly if there is no graphics card, and never exposes its elements.
    process.env['GSK_RENDERER'] = 'cairo';
    app = await startTarget(backend, command, args);
  }, 60_000);
  afterAll(() => app.end());

  it('returns the same tree as a fresh read, whatever changed', { timeout: 240_000 }, async () => {
    const random = generator(command.length * 7919);
    await expectSame(app, 'the start');
    for (let round = 0; round < 14; round++) {
      const what = await act(app, random);
      await expectSame(app, `${round}: ${what}`);
    }
  });
});

async function look(app: TargetApp): Promise<RawNode> {
  const window = await app.window();
  return (await elements.walk(window, null, { ...budget, signal: AbortSignal.timeout(20_000) })).root;
}

/** Reads without the cache. */
async function fresh(app: TargetApp): Promise<RawNode> {
  const window = await app.window();
  const signal = AbortSignal.timeout(20_000);
  const frame = await frames.of(window, signal);
  if (!frame) throw new Error('The window has no frame.');
  const { root } = await readTree(accessibles, frame, frame.ref, { ...budget, signal });
  return (await see(accessibles, frame, root, null, signal)).root;
}

/** Some elements move on their own, so only a lasting difference counts. */
async function expectSame(app: TargetApp, after: string): Promise<void> {
  let difference: unknown;
  for (let attempt = 0; attempt < 6; attempt++) {
    const before = rows(await fresh(app));
    const seen = rows(await look(app));
    const now = rows(await fresh(app));
    const still = [...now.keys()].filter((id) => before.get(id) === now.get(id));
    difference = still.filter((id) => seen.get(id) !== now.get(id)).map((id) => [now.get(id), seen.get(id)]);
    const sameSize = seen.size === now.size || before.size !== now.size;
    if (sameSize && (difference as unknown[]).length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  expect(difference, `after ${after}`).toEqual([]);
  throw new Error(`After ${after} the number of elements differs.`);
}

function rows(root: RawNode): Map<string, string> {
  return new Map(
    allNodes(root).map(({ children, ...row }) => [row.runtimeId, JSON.stringify({ ...row, below: children?.length })]),
  );
}

async function act(app: TargetApp, random: () => number): Promise<string> {
  const window = await app.window();
  const nodes = allNodes(await look(app)).filter(
    ({ states, bounds }) =>
      states.includes('visible') &&
      states.includes('enabled') &&
      bounds &&
      contains(window.contentBounds, center(bounds)),
  );
  const pick = (types: readonly string[]) => {
    const among = nodes.filter((node) => types.includes(node.controlType));
    return among[Math.floor(random() * among.length)];
  };
  const run = async (node: RawNode | undefined, call: Parameters<ElementProvider['run']>[2]) => {
    if (node) await elements.run(window, node.runtimeId, call).catch(() => undefined);
    return `${call.pattern} on ${node ? `${node.controlType} “${node.name}”` : 'nothing'}`;
  };
  switch (Math.floor(random() * 7)) {
    case 0:
      return run(pick(['CheckBox', 'RadioButton']), { pattern: 'toggle' });
    case 1:
      return run(pick(['Edit']), { pattern: 'value', value: `text ${random()}` });
    case 2:
      return run(pick(['Slider']), { pattern: 'rangeValue', value: Math.floor(random() * 50) });
    case 3:
      return run(pick(['TabItem', 'ListItem', 'TreeItem', 'RadioButton']), { pattern: 'select' });
    case 4: {
      const at = center(pick(['List', 'Tree', 'Document', 'Edit', 'Pane', 'Table'])?.bounds ?? window.contentBounds);
      await backend.windows.act(window.id, 'focus');
      await backend.input.move(at);
      for (let notch = 0; notch < 3; notch++) await backend.input.wheel('vertical', random() < 0.3 ? 1 : -1);
      return `scrolling at ${at.x}, ${at.y}`;
    }
    case 5: {
      const { x, y } = window.bounds;
      await backend.windows.move(window.id, {
        x: x + Math.floor(random() * 40) - 20,
        y: y + Math.floor(random() * 40),
      });
      return 'moving the window';
    }
    default: {
      const node = pick(['Button', 'ToggleButton']);
      if (!node?.bounds || /close|quit|minimi|maximi|restore|open|new tab/i.test(node.name)) return 'nothing';
      await backend.windows.act(window.id, 'focus');
      await backend.input.move(center(node.bounds));
      await backend.input.button('left', true);
      await backend.input.button('left', false);
      await backend.input.press('Escape');
      return `clicking “${node.name}”`;
    }
  }
}

/** The same numbers in every run: https://en.wikipedia.org/wiki/Linear_congruential_generator with MINSTD's constants. */
function generator(seed: number): () => number {
  let state = seed % 2_147_483_647;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
