import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { WindowInfo } from '#contract/model/windows/window';
import type { ElementStrategy } from '../elements/strategy.ts';
import { withReading, type Reading } from './access/reading.ts';
import { focusControl } from './acts/focus.ts';
import { runOn } from './acts/run.ts';
import { parseId, partId } from './ids.ts';
import { detailsOf } from './reading/details.ts';
import { childrenOf, controlElement, elementAt, pathTo, type Element } from './reading/element.ts';
import { hitAt } from './reading/hit.ts';
import { walkFrom } from './reading/walk.ts';
import { parseWindowId } from '../native/window-id.ts';

/** Elements by window messages: standard controls answer them on every Windows, and in Wine. */
export function createControlsStrategy(): ElementStrategy {
  return {
    name: 'messages',
    walk: (window, from, budget) =>
      inside(window, (reading) => {
        const start = from === null ? controlElement(reading.control(reading.root)) : elementAt(reading, from);
        return { ...walkFrom(start, budget), diagnosis: null };
      }),
    children: (window, runtimeId, range) =>
      inside(window, (reading) => childrenOf(elementAt(reading, runtimeId), range).map(({ row }) => row)),
    ancestors: (window, runtimeId) =>
      inside(window, (reading) =>
        pathFromRoot(reading, runtimeId)
          .slice(0, -1)
          .map(({ row }) => row),
      ),
    details: (window, runtimeId) => inside(window, (reading) => detailsOf(window, elementAt(reading, runtimeId))),
    hitTest: (window, at) => inside(window, (reading) => hitAt(reading, at)),
    focused: (window) => inside(window, focusedIn),
    focus: (window, runtimeId) => inside(window, (reading) => focusControl(elementAt(reading, runtimeId))),
    run: (window, runtimeId, call) => inside(window, (reading) => runOn(elementAt(reading, runtimeId), call)),
    cell: (window, runtimeId, row, column) =>
      inside(window, (reading) => cellOf(reading, elementAt(reading, runtimeId), row, column)),
  };
}

function inside<T>(window: WindowInfo, read: (reading: Reading) => T): T {
  return withReading(parseWindowId(window.id), window.bounds, read);
}

function pathFromRoot(reading: Reading, runtimeId: string): readonly Element[] {
  const place = parseId(runtimeId);
  const windows: Element[] = [];
  for (let { parent } = reading.control(place.window); parent; parent = parent.parent) {
    windows.unshift(controlElement(parent));
  }
  // A menu that is open lies in no control of the window, and yet belongs to it.
  if (windows.length === 0 && place.window !== reading.root)
    windows.push(controlElement(reading.control(reading.root)));
  return [...windows, ...pathTo(reading, place)];
}

function focusedIn(reading: Reading): string | null {
  const { threadId } = reading.control(reading.root);
  const focus = reading.focusOf(threadId);
  if (focus === 0) return null;
  try {
    return partId(reading.control(focus).window, []);
  } catch (error) {
    // Another window of the same thread has it.
    if (error instanceof AppError && error.code === 'element_stale') return null;
    throw error;
  }
}

function cellOf(reading: Reading, { facets, place, row: { name } }: Element, row: number, column: number) {
  if (!facets.cell) {
    const what = name === '' ? 'The element' : quoted(name);
    throw new AppError('pattern_not_supported', `${what} has no cells.`, { delivery: 'not_delivered' });
  }
  const path = facets.cell(row, column);
  if (!path) throw new AppError('not_found', `There is no cell in row ${row}, column ${column}.`);
  return elementAt(reading, partId(place.window, [...place.path, ...path])).row;
}
