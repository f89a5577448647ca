import { rowsOf, type ContractRow } from './row.ts';

const name = ['fixed', 'If one element is wanted, a full name beats a part; hidden twins do not count.'] as const;
const controlType = ['stricter', 'Case-insensitive; an unknown one is refused with the likely one.'] as const;
const windowHandle = [
  'fixed',
  'Handle (hexadecimal or decimal), title, program, class, process id, or a unique part of the title.',
] as const;
const elementId = ['fixed', 'Also a ref (e12).'] as const;
const language = ['fixed', 'Also the recogniser’s own names (eng).'] as const;
const timeout = ['stricter', '600,000 ms at most.'] as const;
const depth = ['stricter', '200 at most.'] as const;
const single = [
  'stricter',
  'Several matches are refused (multiple_matches), with a selector for each of the first ten.',
] as const;

/** The actions of `ui_automation` (sbroenne/mcp-windows, contract 1.0.0 of 2024-12-23). */
export const uiAutomationRows: readonly ContractRow[] = [
  ...rowsOf('find', ['fixed', 'All matches, paged (offset). Every element has its window.'], {
    name: 'same',
    controlType,
    automationId: 'same',
    windowHandle,
    parentElementId: elementId,
    maxDepth: depth,
    includeChildren: 'same',
    timeout_ms: timeout,
  }),
  ...rowsOf('find_and_click', single, {
    name,
    controlType,
    automationId: 'same',
    windowHandle,
    timeout_ms: ['fixed', `Also until the element is enabled, visible and at rest. ${timeout[1]}`],
  }),
  ...rowsOf('find_and_type', ['stricter', 'As find_and_click. Read back; a password is never shown.'], {
    name,
    automationId: 'same',
    controlType: ['fixed', `Default: any field, preferably an Edit. ${controlType[1]}`],
    text: 'same',
    clearFirst: 'same',
    windowHandle,
    timeout_ms: timeout,
  }),
  ...rowsOf('find_and_select', ['stricter', 'As find_and_click. A missing option returns the available ones.'], {
    name,
    automationId: 'same',
    value: ['fixed', 'Exact, otherwise case-insensitive.'],
    windowHandle,
    timeout_ms: timeout,
  }),
  ...rowsOf('invoke', ['fixed', 'Verified: success without an effect is not_verified.'], {
    elementId,
    pattern: [
      'fixed',
      'Case-insensitive; also Value, RangeValue, SelectionItem, Selection, Scroll, ScrollItem, MultipleView, Dock and Window.',
    ],
    value: ['fixed', 'Also the target state: expand or collapse, only, add or remove, and so on.'],
  }),
  ...rowsOf('wait_for', ['fixed', 'Waits until visible; several matches are reported, not an error.'], {
    name: 'same',
    controlType,
    automationId: 'same',
    windowHandle,
    timeout_ms: timeout,
  }),
  ...rowsOf('scroll_into_view', ['stricter', 'As find_and_click. Without a match the list keeps its position.'], {
    elementId,
    name,
    controlType,
    parentElementId: elementId,
    timeout_ms: timeout,
  }),
  ...rowsOf('focus', ['fixed', 'The window is brought to the front.'], { elementId }),
  ...rowsOf('get_text', ['fixed', 'Paged (offset); passwords are never read.'], {
    elementId,
    windowHandle,
    includeChildren: 'same',
  }),
  ...rowsOf('get_tree', ['fixed', 'The control view, paged (offset); one line of text per element.'], {
    windowHandle,
    maxDepth: depth,
    controlTypes: ['fixed', 'Content of elements of other types moves up. An unknown type is refused.'],
  }),
  ...rowsOf('ocr', ['fixed', 'Word rectangles are screen pixels; long texts are paged (offset).'], {
    source: ['fixed', 'Optional: region if one is given.'],
    monitorIndex: 'same',
    x: ['fixed', 'From the monitor’s top left.'],
    y: 'same',
    width: 'same',
    height: 'same',
    language,
  }),
  ...rowsOf('ocr_element', ['fixed', 'Read from the window, even if covered.'], {
    elementId,
    name: 'same',
    controlType,
    automationId: 'same',
    padding: ['fixed', 'Reads the screen, including what covers the element.'],
    language,
  }),
  ...rowsOf('ocr_status', [
    'fixed',
    'engine names the recogniser and its version; legacyAvailable is whether text can be read.',
  ]),
];
