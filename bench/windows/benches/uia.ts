import { performance } from 'node:perf_hooks';
import type { WindowInfo } from '../../../src-preload/contract/model/windows/window.ts';
import { propertyIds } from '../../../src-main/engine/backends/win32/com/generated/ids.ts';
import { method } from '../../../src-main/engine/backends/win32/com/method.ts';
import { scoped, type Owner } from '../../../src-main/engine/backends/win32/com/memory.ts';
import type { Hwnd } from '../../../src-main/engine/backends/win32/native/types.ts';
import { end, start } from '../../../src-main/engine/testing/programs.ts';
import { controls } from '../../../src-main/engine/backends/win32/testing/fixtures.ts';
import { UiaFixture } from '../../../src-main/engine/backends/win32/testing/uia-fixture.ts';
import { given, UiaClient, type UiaElement } from '../../../src-main/engine/backends/win32/uia/client.ts';
import { cachedChildren } from '../../../src-main/engine/backends/win32/uia/elements.ts';
import { CachedProperties } from '../../../src-main/engine/backends/win32/uia/reading/row-properties.ts';
import { boundsOf } from '../../../src-main/engine/backends/win32/uia/reading/row.ts';
import { formatWindowId } from '../../../src-main/engine/backends/win32/native/window.ts';
import { createUiaStrategy } from '../../../src-main/engine/backends/win32/uia/strategy.ts';
import { interleave } from '../../lib/interleave.ts';
import { ours } from '../../lib/measurement.ts';
import type { WindowsBench } from '../bench.ts';
import { windowOf } from '../window-of.ts';

const nodes = 10_000;
/** Cost of a cross-process call on Windows, and of each element it returns; microseconds. Not measured there. */
const cost = { callMicroseconds: 100, nodeMicroseconds: 3 };

const elementFromHandle = method('IUIAutomation', 'ElementFromHandle');
const elementFromHandleBuildCache = method('IUIAutomation', 'ElementFromHandleBuildCache');
const getFirstChild = method('IUIAutomationTreeWalker', 'GetFirstChildElement');
const getNextSibling = method('IUIAutomationTreeWalker', 'GetNextSiblingElement');

export const uia: WindowsBench = {
  name: 'uia',
  title:
    `A tree of ${nodes} elements with six properties each (name, type, automation id, place, enabled, off screen), from ` +
    'our UI Automation server for tests, where a call to another process costs 100 µs and each element it brings 3 µs. ' +
    'Found: elements. As the engine reads it: with all that a row is made of, about thirty properties.',
  async run({ collector, rounds }) {
    const fixture = UiaFixture.install();
    const app = start(controls, ['notes']);
    try {
      const window = await windowOf('FixtureNotes');
      fixture.showTree({ window, nodes });
      fixture.section.set(cost);
      const client = new UiaClient();
      const strategy = createUiaStrategy(client);
      const info = { id: formatWindowId(window) } as WindowInfo;
      const everything = { depth: 200, maxNodes: 50_000, cancelled: () => false };
      const contestant = (name: string, task: string, note: string, read: () => number) => ({
        name,
        sample: () => {
          const { ms, calls, found } = measure(fixture, read);
          collector.add(
            { subject: `${nodes} elements`, task, contestant: name, note: `${note}${calls} calls` },
            ms,
            found,
          );
          return Promise.resolve();
        },
      });
      await interleave(rounds, [
        contestant(ours, 'six properties', '', () => readAtOnce(client, window)),
        contestant('node by node', 'six properties', '', () => readNodeByNode(client, window)),
        contestant(ours, 'as the engine reads it', '', () => strategy.walk(info, null, everything).nodeCount),
      ]);
    } finally {
      await end(app);
      fixture.uninstall();
    }
  },
};

function measure(fixture: UiaFixture, read: () => number) {
  const before = fixture.section.read('calls');
  const started = performance.now();
  const found = read();
  return { ms: performance.now() - started, calls: fixture.section.read('calls') - before, found };
}

const six = [
  propertyIds.Name,
  propertyIds.ControlType,
  propertyIds.AutomationId,
  propertyIds.BoundingRectangle,
  propertyIds.IsEnabled,
  propertyIds.IsOffscreen,
];

function readAtOnce(client: UiaClient, window: Hwnd): number {
  return scoped((scope) => {
    const request = client.request(six, 'Subtree');
    const root = given(elementFromHandleBuildCache(scope, client.automation, window, request), 'ElementFromHandle');
    const found = [root];
    for (let next = 0; next < found.length; next++) {
      const element = found[next] as UiaElement;
      readCached(element);
      found.push(...cachedChildren(scope, element));
    }
    return found.length;
  });
}

function readCached(element: UiaElement): unknown[] {
  const cached = new CachedProperties(element);
  const texts = [cached.text('Name'), cached.text('AutomationId')];
  return [...texts, cached.number('ControlType'), boundsOf(element), cached.is('IsEnabled'), cached.is('IsOffscreen')];
}

const getters = [
  method('IUIAutomationElement', 'get_CurrentName'),
  method('IUIAutomationElement', 'get_CurrentControlType'),
  method('IUIAutomationElement', 'get_CurrentAutomationId'),
  method('IUIAutomationElement', 'get_CurrentBoundingRectangle'),
  method('IUIAutomationElement', 'get_CurrentIsEnabled'),
  method('IUIAutomationElement', 'get_CurrentIsOffscreen'),
];

function readNodeByNode(client: UiaClient, window: Hwnd): number {
  return scoped((scope) =>
    readBelow(client, scope, given(elementFromHandle(scope, client.automation, window), 'Root')),
  );
}

function readBelow(client: UiaClient, owner: Owner, element: UiaElement): number {
  for (const get of getters) get(element);
  let count = 1;
  let child = getFirstChild(owner, client.walker, element);
  while (child !== null) {
    count += readBelow(client, owner, child);
    child = getNextSibling(owner, client.walker, child);
  }
  return count;
}
