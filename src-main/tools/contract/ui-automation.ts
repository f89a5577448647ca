import { rowsOf, type ContractRow } from './row.ts';

const name = [
  'fixed',
  'Where one element is wanted, a name in full wins over a part of one; hidden twins do not count.',
] as const;
const controlType = [
  'stricter',
  'In any case; an unknown one is refused with the one that was probably meant.',
] as const;
const windowHandle = [
  'fixed',
  'The handle, hexadecimal or decimal, the title, program, class or process id, or a part of the title that no other has.',
] as const;
const elementId = ['fixed', 'Also the short ref of any result, such as e12.'] as const;
const language = ['fixed', 'Also the recogniser’s own names, such as eng.'] as const;
const single = [
  'stricter',
  'Several matches are refused (multiple_matches) with a selector for each. Also takes elementId, parentElementId and selector.',
] as const;

/** The actions of `ui_automation` (sbroenne/mcp-windows, contract 1.0.0 of 2024-12-23). */
export const uiAutomationRows: readonly ContractRow[] = [
  ...rowsOf(
    'find',
    [
      'fixed',
      'All matches, a page at a time (offset), and it says when there are more. Every element says its window.',
    ],
    {
      name: 'same',
      controlType,
      automationId: 'same',
      windowHandle,
      parentElementId: elementId,
      maxDepth: 'same',
      includeChildren: 'same',
      timeout_ms: 'same',
    },
  ),
  ...rowsOf('find_and_click', single, {
    name,
    controlType,
    automationId: 'same',
    windowHandle,
    timeout_ms: ['fixed', 'Also for the element to be enabled, visible and at rest.'],
  }),
  ...rowsOf(
    'find_and_type',
    ['stricter', 'As find_and_click; the field is read back, and a password is never shown.'],
    {
      name,
      automationId: 'same',
      controlType: ['fixed', `Any field where missing, an Edit before others. ${controlType[1]}`],
      text: 'same',
      clearFirst: 'same',
      windowHandle,
      timeout_ms: 'same',
    },
  ),
  ...rowsOf('find_and_select', ['stricter', 'As find_and_click; a missing option is answered with those there are.'], {
    name,
    automationId: 'same',
    value: ['fixed', 'In full, or else ignoring case.'],
    windowHandle,
    timeout_ms: 'same',
  }),
  ...rowsOf('invoke', ['fixed', 'Verified: an element that says yes and does not follow is not_verified.'], {
    elementId,
    pattern: [
      'fixed',
      'In any case; also Value, RangeValue, SelectionItem, Selection, Scroll, ScrollItem, MultipleView, Dock and Window.',
    ],
    value: ['fixed', 'Also says to what state: expand or collapse, only, add or remove, and so on.'],
  }),
  ...rowsOf('wait_for', ['fixed', 'Waits until it can be seen; several are told and no error.'], {
    name: 'same',
    controlType,
    automationId: 'same',
    windowHandle,
    timeout_ms: 'same',
  }),
  ...rowsOf('scroll_into_view', ['stricter', 'As find_and_click; what is not found leaves the list where it was.'], {
    elementId,
    name,
    controlType,
    parentElementId: elementId,
    timeout_ms: 'same',
  }),
  ...rowsOf('focus', ['fixed', 'The window is brought to the front.'], { elementId }),
  ...rowsOf(
    'get_text',
    ['fixed', 'A part at a time (offset), and it says when there is more; passwords are never read.'],
    { elementId, windowHandle, includeChildren: 'same' },
  ),
  ...rowsOf(
    'get_tree',
    ['fixed', 'The control view, a page at a time (offset), and it says when there is more; as text a line each.'],
    {
      windowHandle,
      maxDepth: 'same',
      controlTypes: ['fixed', 'What is inside an element of another type moves up. An unknown type is refused.'],
    },
  ),
  ...rowsOf('ocr', ['fixed', 'Rectangles of words are screen pixels; long texts come a page at a time (offset).'], {
    source: ['fixed', 'May be left out: a region where one is given.'],
    monitorIndex: 'same',
    x: ['fixed', 'From the monitor’s top left.'],
    y: 'same',
    width: 'same',
    height: 'same',
    language,
  }),
  ...rowsOf('ocr_element', ['fixed', 'The element is read from its window, also where others cover it.'], {
    elementId,
    name: 'same',
    controlType,
    automationId: 'same',
    padding: ['fixed', 'With it, the screen is read, and what lies over the element too.'],
    language,
  }),
  ...rowsOf('ocr_status', [
    'fixed',
    'engine names the recogniser and its version; legacyAvailable says whether text can be read.',
  ]),
];
