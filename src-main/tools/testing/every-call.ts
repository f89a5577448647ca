import type { Tool } from '../define-tool.ts';
import { inputSchema } from '../registry.ts';

/** What calls can name: a window, and an element in it by a given ref, a selector and a listed id. */
export interface Named {
  readonly handle: string;
  readonly title: string;
  readonly app: string;
  readonly ref: string;
  readonly selector: string;
  readonly name: string;
  readonly at: { readonly x: number; readonly y: number };
}

export type Call = Readonly<Record<string, unknown>>;

/** Required arguments of a tool, and some optional ones. */
const plain: Call = {
  x: 0.5,
  y: 0.5,
  start_x: 0.1,
  start_y: 0.1,
  end_x: 0.5,
  end_y: 0.5,
  width: 400,
  height: 300,
  duration: 0,
  text: 'x',
  keys: 'a',
  value: 'x',
  pattern: 'Invoke',
  seconds: 0,
  bash_command: 'notes',
  path: '/nowhere/at/all',
  new_path: '/nowhere/else',
  command: 'notes',
  monitor: 0,
  desktop: 0,
  desktop_id: 'abc123',
  from: '10,10',
  to: '20,20',
  duration_ms: 0,
  checked: true,
  expanded: true,
  timeout_ms: 0,
  include_children: true,
  includeChildren: true,
  until: 'appears',
  control_list: [{ name: 'seen', rect: [1, 1, 20, 20] }],
};
/** Tools with whole pixels in place of fractions. */
const inPixels = new Set(['element_at_point', 'click_at', 'move_window']);

/** Calls of a tool worth testing: each way to address a target, valid, ambiguous and wrong. */
export function callsOf(
  tool: Tool,
  named: Named,
  callsFor: (named: Named) => readonly Call[] = styles,
): readonly Call[] {
  const { properties = {}, required = [] } = inputSchema(tool) as {
    readonly properties?: Readonly<Record<string, { readonly enum?: readonly string[] }>>;
    readonly required?: readonly string[];
  };
  const base: Call = { ...plain, ...(inPixels.has(tool.name) && named.at) };
  const missing = required.filter((field) => !(field in base) && !(field in styles(named)[0]!) && field !== 'action');
  if (missing.length > 0)
    throw new Error(
      `every-call.ts knows no ${missing.join(', ')}, which ${tool.name} needs: give it a value in \`plain\`.`,
    );
  const wanted = (call: Call) => {
    const optional = [
      'timeout_ms',
      'duration',
      'duration_ms',
      'include_children',
      'includeChildren',
      'pattern',
      'until',
      'checked',
    ];
    const extras = 'action' in properties ? [] : optional.filter((field) => field in properties);
    const needs = [...required, ...extras];
    const all = {
      ...Object.fromEntries(needs.flatMap((field) => (field in base ? [[field, base[field]]] : []))),
      ...call,
    };
    const reported = Object.fromEntries(Object.entries(all).filter(([field]) => field in properties));
    // Short forms accept more than they show.
    return tool.brief && 'timeout_ms' in tool.input.shape ? { ...reported, ...atOnce } : reported;
  };
  const actions = properties['action']?.enum ?? [undefined];
  const all = actions.flatMap((action) => {
    const ways = action === undefined || !slow.has(action) ? callsFor(named) : callsFor(named).slice(0, 1);
    return ways.map((call) => wanted({ ...(action !== undefined && { action, ...ofAction[action] }), ...call }));
  });
  const different = [...new Map(all.map((call) => [JSON.stringify(call), call])).values()];
  return slow.has(tool.name) ? different.slice(0, 2) : different;
}

const atOnce: Call = { timeout_ms: 0 };

/** Required arguments of single actions, without waiting for missing elements. */
const ofAction: Readonly<Record<string, Call>> = {
  find_and_type: { text: 'x', ...atOnce },
  find_and_select: { value: 'x', ...atOnce },
  find: atOnce,
  find_and_click: atOnce,
  wait_for: atOnce,
  scroll_into_view: atOnce,
  invoke: { pattern: 'Invoke' },
};

/** Tools that read pixels or wait for programs. */
const slow = new Set([
  'ocr',
  'ocr_element',
  'read_screen_text',
  'read_element_text',
  'parse_screen',
  'run_shell',
  'move_window',
]);

/** The ways to address a target; the first names everything once. */
function styles({ handle, title, app, ref, selector, name }: Named): readonly Call[] {
  const window = { handle };
  return [
    { window, handle, selector, id: '1', name, app, element: ref, windowHandle: handle },
    { window: handle, windowHandle: handle },
    { window },
    { window: handle, windowHandle: handle, element: ref, elementId: ref, parent: ref, parentElementId: ref },
    { window: handle, windowHandle: handle, selector },
    { window: handle, windowHandle: handle, selector: 'role=Button' },
    { window, selector },
    { window, selector: 'role=Button' },
    { window, id: '1', name },
    { window, id: '1', name: 'another' },
    { element: ref, elementId: ref },
    { element: ref, limit: 500, max_elements: 5_000, max_characters: 1_000_000, max_nodes: 50_000, max_rows: 500 },
    { window: handle, name: 'a', windowHandle: handle },
    { title },
    { app },
    { handle },
    { title: title.slice(0, 3) },
    { window: title.slice(0, 3), windowHandle: title.slice(0, 3) },
    { window: { title: title.slice(0, 3) } },
    { title: 'nobody', app: 'nobody' },
    { window: 'nobody', windowHandle: 'nobody' },
    {},
  ];
}
