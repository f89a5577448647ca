import { AppError } from '#contract/errors';
import type { Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { ElementProvider, RawNode, RawTree, WalkBudget } from '../../backend.ts';
import { runPattern } from './behaviour.ts';
import type { FakeDesktop } from './desktop.ts';
import type { FakeElement } from './element.ts';
import type { FaultPoint, Faults } from './faults.ts';
import { cellAt } from './patterns.ts';
import { elementAt, type FakeDevices } from './devices.ts';
import { toDetails, toNode } from './nodes.ts';
import type { FakeWindow } from './window.ts';

export function createElementProvider(desktop: FakeDesktop, faults: Faults, devices: FakeDevices): ElementProvider {
  /** The live window and element, after faults were applied. A null element means that the fault suppresses the action. */
  const reach = async (point: FaultPoint, info: WindowInfo, runtimeId: string | null) => {
    const works = await faults.strike(point, () => desktop.close(desktop.window(info.id)));
    const window = desktop.window(info.id);
    return { window, element: runtimeId === null ? window.root : elementOf(window, runtimeId), works };
  };
  return {
    async walk(info, from, budget) {
      const { window, element, works } = await reach('tree', info, from);
      return works ? walk(window, element, budget) : withoutElements(window);
    },
    async children(info, runtimeId, { offset, limit }) {
      const { window, element } = await reach('children', info, runtimeId);
      return element.children.slice(offset, offset + limit).map((child) => toNode(window, child));
    },
    async ancestors(info, runtimeId) {
      const { window, element } = await reach('ancestors', info, runtimeId);
      return ancestorsOf(element).map((ancestor) => toNode(window, ancestor));
    },
    async details(info, runtimeId) {
      const { window, element } = await reach('details', info, runtimeId);
      return toDetails(window, element);
    },
    async rowNow(info, runtimeId) {
      const { window, element } = await reach('details', info, runtimeId);
      return toNode(window, element);
    },
    async refreshName(info, runtimeId) {
      const { window, element } = await reach('details', info, runtimeId);
      if (!element.onFocus) return null;
      window.focused = element;
      element.onFocus();
      return toNode(window, element);
    },
    async hitTest(info, at: Point) {
      const { window } = await reach('hitTest', info, null);
      const hit = elementAt(window, at);
      return hit && window.runtimeId(hit);
    },
    // Presses through patterns close no menus.
    pointedEntry: () => Promise.resolve(null),
    async pressed(info, at: Point) {
      const { window } = await reach('hitTest', info, null);
      const hit = elementAt(window, at);
      return hit && { runtimeId: window.runtimeId(hit), reportedBy: 'app' };
    },
    async isPressed(info, runtimeId) {
      const { element } = await reach('details', info, runtimeId);
      return element.reportsPresses ? devices.pressedElement === element : null;
    },
    async focused(info) {
      const { window, works } = await reach('focused', info, null);
      return works && window.focused ? window.runtimeId(window.focused) : null;
    },
    onlyFocused(info, { until }) {
      const window = desktop.window(info.id);
      const [only, ...others] = new Set(window.focusTaken.filter(({ at }) => at < until).map(({ element }) => element));
      return Promise.resolve(only && others.length === 0 ? window.runtimeId(only) : null);
    },
    focusedSince(info, runtimeId) {
      const window = desktop.window(info.id);
      const taken = window.focusTaken.map(({ element }) => window.runtimeId(element));
      const from = taken.lastIndexOf(runtimeId);
      return Promise.resolve(from < 0 ? null : taken.slice(from + 1));
    },
    async focus(info, runtimeId) {
      const { window, element, works } = await reach('focus', info, runtimeId);
      if (works && element.has('focusable') && element.has('enabled')) window.focused = element;
    },
    async run(info, runtimeId, call) {
      const { element, works } = await reach('run', info, runtimeId);
      if (works) runPattern(element, call);
    },
    async cell(info, runtimeId, row, column) {
      const { window, element } = await reach('cell', info, runtimeId);
      return toNode(window, cellAt(element, row, column));
    },
  };
}

/** @throws AppError `element_stale` */
function elementOf(window: FakeWindow, runtimeId: string): FakeElement {
  const found = window.find(runtimeId);
  if (!found) throw new AppError('element_stale');
  return found;
}

function ancestorsOf(element: FakeElement): readonly FakeElement[] {
  return element.parent ? [...ancestorsOf(element.parent), element.parent] : [];
}

/** The content of an app that does not answer accessibility queries. */
function withoutElements(window: FakeWindow): RawTree {
  return {
    root: { ...toNode(window, window.root), childCount: 0, children: [] },
    nodeCount: 1,
    truncated: null,
    diagnosis: {
      code: 'not_offered',
      message: `${window.spec.app} offers no accessible elements.`,
      fix: 'Work with pictures and coordinates there.',
    },
  };
}

function walk(window: FakeWindow, from: FakeElement, budget: WalkBudget): RawTree {
  let nodeCount = 0;
  let truncated: RawTree['truncated'] = null;
  const read = (element: FakeElement, depth: number): RawNode => {
    nodeCount += 1;
    const node = toNode(window, element);
    if (element.children.length === 0) return { ...node, children: [] };
    if (depth >= budget.depth) {
      truncated ??= 'depth';
      return node;
    }
    const children: RawNode[] = [];
    for (const child of element.children) {
      if (budget.signal.aborted) truncated = 'time';
      else if (nodeCount >= budget.maxNodes) truncated = 'nodes';
      else children.push(read(child, depth + 1));
    }
    return { ...node, children };
  };
  const root = read(from, 0);
  return { root, nodeCount, truncated, diagnosis: null };
}
