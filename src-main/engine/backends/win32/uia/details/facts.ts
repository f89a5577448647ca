import {
  type CellFacts,
  type RangeFacts,
  type ScrollFacts,
  type SelectionFacts,
  type TableFacts,
  type ViewFacts,
  dockPositions,
  maxLinks,
} from '#contract/model/elements/element-facts';
import type { RawDetails, RawLink } from '../../../../backend.ts';
import { interfaces } from '../../com/runtime-interfaces.ts';
import { patternIds, propertyIds } from '../../com/generated/ids.ts';
import { method } from '../../com/method.ts';
import { type ComPointer, type InterfaceName, scoped, type Owner } from '../../com/memory.ts';
import { orNull, type UiaElement } from '../client.ts';
import type { UiaScope } from '../reach.ts';
import { CachedProperties } from '../reading/row-properties.ts';
import { controlTypeOf } from '../api.ts';
import { ask, countOf, elementsOf } from '../elements.ts';
import { runtimeIdOf } from '../reading/row.ts';
import type { PatternName } from './patterns.ts';
import { readTextFacts } from './text-facts.ts';

const getCurrentPatternAs = method('IUIAutomationElement', 'GetCurrentPatternAs');
const getCurrentSelection = method('IUIAutomationSelectionPattern', 'GetCurrentSelection');
const getRowHeaders = method('IUIAutomationTablePattern', 'GetCurrentRowHeaders');
const getColumnHeaders = method('IUIAutomationTablePattern', 'GetCurrentColumnHeaders');

/** A pattern of an element, for method calls; null if unsupported. `as` is the pattern's interface. */
export function patternOf<I extends InterfaceName>(
  owner: Owner,
  element: UiaElement,
  name: PatternName,
  as: I,
): ComPointer<I> | null {
  return getCurrentPatternAs(owner, element, patternIds[name], interfaces[as].iid) as ComPointer<I> | null;
}

type PatternFacts = Pick<RawDetails, 'text' | 'range' | 'selection' | 'scroll' | 'table' | 'cell' | 'views' | 'dock'>;

/** Extent of a query: everything, or only the element's own facts. */
export type Extent = 'all' | 'alone';

/** The facts of an element's supported patterns. `properties` contain `detailProperties`. */
export function readPatternFacts(
  place: UiaScope,
  properties: CachedProperties,
  names: ReadonlySet<PatternName>,
  extent: Extent,
): PatternFacts {
  const where = <T>(name: PatternName, read: () => T | null): T | null => (names.has(name) ? orNull(read) : null);
  const whereAll = <T>(name: PatternName, read: () => T | null) => (extent === 'all' ? where(name, read) : null);
  return {
    text: whereAll('Text', () => readText(properties)),
    range: where('RangeValue', () => rangeOf(properties)),
    selection: whereAll('Selection', () => readSelection(place, properties)),
    scroll: where('Scroll', () => scrollOf(properties)),
    table: where('Grid', () => readTable(place, properties, extent === 'all' && names.has('Table'))),
    cell: where('GridItem', () => cellOf(properties)),
    views: whereAll('MultipleView', () => readViews(properties)),
    dock: where('Dock', () => dockPositions[properties.number('DockDockPosition') ?? -1] ?? null),
  };
}

function readText(properties: CachedProperties): PatternFacts['text'] {
  return scoped((scope) => {
    const pattern = patternOf(scope, properties.element, 'Text', 'IUIAutomationTextPattern');
    const isMultiline = properties.number('ControlType') === documentType;
    return pattern && readTextFacts(pattern, isMultiline, properties.is('IsPassword'));
  });
}
const documentType = 50030;

function rangeOf(properties: CachedProperties): RangeFacts | null {
  const [minimum, maximum] = [properties.number('RangeValueMinimum'), properties.number('RangeValueMaximum')];
  const current = properties.number('RangeValueValue');
  if (minimum === null || maximum === null || current === null) return null;
  const step = properties.number('RangeValueSmallChange');
  return { minimum, maximum, current, step: step !== null && step > 0 ? step : null };
}

function readSelection(place: UiaScope, properties: CachedProperties): SelectionFacts<RawLink> | null {
  return scoped((scope) => {
    const pattern = patternOf(scope, properties.element, 'Selection', 'IUIAutomationSelectionPattern');
    if (!pattern) return null;
    const { count, links } = linksTo(place, getCurrentSelection(scope, pattern));
    return { canSelectMultiple: properties.is('SelectionCanSelectMultiple'), count, selected: links };
  });
}

/** UIA_ScrollPatternNoScroll is -1. */
function scrollOf(properties: CachedProperties): ScrollFacts {
  const percent = (value: number | null) => (value === null || value < 0 ? null : value);
  return {
    horizontal: percent(properties.number('ScrollHorizontalScrollPercent')),
    vertical: percent(properties.number('ScrollVerticalScrollPercent')),
  };
}

function readViews(properties: CachedProperties): ViewFacts | null {
  return scoped((scope) => {
    const pattern = patternOf(scope, properties.element, 'MultipleView', 'IUIAutomationMultipleViewPattern');
    return pattern && viewsOf(pattern, properties);
  });
}

const noLinks: Links = { count: 0, links: [] };

function readTable(place: UiaScope, properties: CachedProperties, hasHeaders: boolean): TableFacts<RawLink> {
  const size = { rows: properties.number('GridRowCount') ?? 0, columns: properties.number('GridColumnCount') ?? 0 };
  return scoped((scope) => {
    const pattern = hasHeaders ? patternOf(scope, properties.element, 'Table', 'IUIAutomationTablePattern') : null;
    const rows = (pattern && orNull(() => linksTo(place, getRowHeaders(scope, pattern)))) ?? noLinks;
    const columns = (pattern && orNull(() => linksTo(place, getColumnHeaders(scope, pattern)))) ?? noLinks;
    return { ...size, rowHeaders: rows.links, columnHeaders: columns.links };
  });
}

function cellOf(properties: CachedProperties): CellFacts | null {
  const [row, column] = [properties.number('GridItemRow'), properties.number('GridItemColumn')];
  if (row === null || column === null) return null;
  return {
    row,
    column,
    rowSpan: properties.number('GridItemRowSpan') ?? 1,
    columnSpan: properties.number('GridItemColumnSpan') ?? 1,
  };
}

type MultipleView = ComPointer<'IUIAutomationMultipleViewPattern'>;

const getViewName = method('IUIAutomationMultipleViewPattern', 'GetViewName');

/** The views of an element by name, given by its app, and by number, meaningful only to the app. */
export function namedViews(pattern: MultipleView, properties: CachedProperties): ReadonlyMap<string, number> {
  const numbers = properties.numbers('MultipleViewSupportedViews');
  return new Map(numbers.map((number) => [getViewName(pattern, number), number]));
}

/** `properties` contain `detailProperties`. */
function viewsOf(pattern: MultipleView, properties: CachedProperties): ViewFacts {
  const views = namedViews(pattern, properties);
  const shown = properties.number('MultipleViewCurrentView');
  const [current = ''] = [...views].find(([, number]) => number === shown) ?? [];
  return { current, all: [...views.keys()] };
}

const properties: readonly number[] = [propertyIds.RuntimeId, propertyIds.Name, propertyIds.ControlType];

/** A reference to another element; null if it is gone or has no id. The element can be queried by that id from now on. */
export function linkTo({ client, known }: UiaScope, element: UiaElement): RawLink | null {
  return scoped((scope) => {
    const asked = orNull(() => ask(client, scope, element, properties));
    if (asked === null) return null;
    const cached = new CachedProperties(asked);
    const runtimeId = runtimeIdOf(cached);
    if (runtimeId === null) return null;
    known.keep(runtimeId, asked);
    return { runtimeId, name: cached.text('Name'), controlType: controlTypeOf(cached.value('ControlType')) };
  });
}

interface Links {
  readonly count: number;
  readonly links: readonly RawLink[];
}

/** Of the first elements, up to a list's limit. */
export function linksTo(place: UiaScope, array: ComPointer<'IUIAutomationElementArray'> | null): Links {
  return scoped((scope) => ({
    count: countOf(array),
    links: elementsOf(scope, array, 0, maxLinks)
      .map((element) => linkTo(place, element))
      .filter((link) => link !== null),
  }));
}
