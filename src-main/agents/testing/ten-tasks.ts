import type { Point } from '#contract/model/geometry';
import type { Script } from '../models/scripted.ts';
import type { Act, Line } from '../models/testing/speakers.ts';
import { assign, editor, shows } from './answers.ts';

interface Task {
  readonly request: string;
  readonly window: string;
  /** The AppAgent's answers. */
  readonly lines: readonly Line[];
  /** A text that the window shows afterwards, and did not show before. */
  readonly shows: string;
  /** A part of the window's title afterwards; the app's by default. */
  readonly in?: string;
}

/** The frames of the scripted desktop: 24 pixels above, 1 elsewhere. */
const inWindow =
  (width: number, height: number) =>
  (x: number, y: number): Point => ({ x: (x + 1) / (width + 2), y: (y + 24) / (height + 25) });
const calculator = inWindow(240, 340);
const page = inWindow(480, 330);

const rows = ['789÷', '456×', '123−', '0.=+'];
function button(name: string): Point {
  const row = rows.findIndex((names) => names.includes(name));
  return calculator(36 + (rows[row]?.indexOf(name) ?? 0) * 56, 147 + row * 46);
}

const click = (at: Point): Act => ({ does: 'click', at });
/** On the calculator. */
export const clicks = (names: string) => Array.from(names).map((name) => click(button(name)));
const press = (...keys: readonly string[]): Act => ({ does: 'press', keys });
const type = (text: string): Act => ({ does: 'type', text });
const text = page(200, 150);
const done: Line = { replies: 'done' };

const tasks: readonly Task[] = [
  { request: 'Compute 7 × 6', window: 'Calculator', lines: [{ acts: clicks('7×6=') }, done], shows: '42' },
  {
    request: 'Compute 8 × 9 by keys',
    window: 'Calculator',
    lines: [{ acts: [press('Escape'), type('8*9'), press('Enter')] }, done],
    shows: '72',
  },
  {
    request: 'Double-click 1',
    window: 'Calculator',
    lines: [{ acts: [press('Escape'), { does: 'click', at: button('1'), double: true }] }, done],
    shows: '11',
  },
  {
    request: 'Clear by the menu, then 555',
    window: 'Calculator',
    lines: [
      { acts: [click(calculator(75, 13))] },
      { acts: [click(calculator(100, 38))] },
      { acts: clicks('555') },
      done,
    ],
    shows: '555',
  },
  { request: 'Write', window: editor, lines: [{ acts: [click(text), type('first')] }, done], shows: 'first' },
  {
    request: 'Write something else',
    window: '*Untitled - Editor',
    lines: [{ replies: 'Now', acts: [click(text), press('ctrl', 'a'), type('Größe {ok} 7 × 6')] }, done],
    shows: 'Größe {ok} 7 × 6',
  },
  {
    request: 'Look around, then write',
    window: '*Untitled - Editor',
    lines: [
      { acts: [{ does: 'look' }] },
      {
        acts: [
          { does: 'scroll', at: text },
          { does: 'drag', from: page(20, 100), to: page(200, 120) },
        ],
      },
      { acts: [click(text), press('ctrl', 'a'), type('looked')] },
      done,
    ],
    shows: 'looked',
  },
  {
    request: 'Save as x.txt',
    window: '*Untitled - Editor',
    lines: [
      { acts: [press('ctrl', 's')] },
      { acts: [click(inWindow(320, 140)(100, 55)), type('x.txt'), press('Enter')] },
      done,
    ],
    shows: 'looked',
    in: 'x.txt',
  },
  {
    request: 'Write what the user says',
    window: 'x.txt - Editor',
    lines: [{ replies: 'ASK: Which word?' }, { acts: [click(text), press('ctrl', 'a'), type('blue')] }, done],
    shows: 'blue',
  },
];

const appOf = (window: string) => window.split(' - ').at(-1) ?? window;

/** The tenth: an AppAgent gives up, and the HostAgent plans again. */
const again: Task = {
  request: 'Write after all',
  window: '*Untitled - Editor',
  lines: [{ replies: 'FAIL: it is too hard' }, { acts: [click(text), press('ctrl', 'a'), type('after all')] }, done],
  shows: 'after all',
};

export const tenTasks = {
  requests: [...tasks, again].map(({ request }) => request),
  lines: [...tasks, again].flatMap(({ lines }) => lines),
  /** The HostAgent is the same for all: it does not act. */
  host: [
    ...tasks.flatMap((task) => [assign(task.window, task.request), shows(task.in ?? appOf(task.window), task.shows)]),
    assign(again.window, again.request),
    assign(again.window, 'Try again'),
    shows('Editor', again.shows),
  ] satisfies Script['HostAgent'],
} as const;
