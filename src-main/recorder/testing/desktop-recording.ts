import type { Engine } from '../../engine/engine.ts';
import type { Action } from '#contract/model/recordings/action';
import type { ControlType } from '#contract/model/elements/element';
import type { ExpectedElement, Expectation } from '#contract/model/recordings/expectation';
import type { Recording, Step, StepTarget } from '#contract/model/recordings/recording';
import type { WindowInfo, WindowMatch } from '#contract/model/windows/window';
import { emptyRecording } from '../editing/edit.ts';
import { ranked } from './events.ts';

type More = Partial<Omit<Step, 'action' | 'target'>>;

/**
 * Every action in each of its forms, on the initial windows of the scripted desktop: elements and windows with their bounds
 * there, effects, secrets, conditions and groups. Each step passes, one after the other.
 */
export async function desktopRecording(engine: Pick<Engine, 'listWindows' | 'find' | 'details'>): Promise<Recording> {
  const { items: windows } = await engine.listWindows({});
  const steps: Step[] = [];
  const windowOf = (app: string): WindowInfo => windows.find((one) => one.app === app)!;
  const add = (app: string, action: Action, target: StepTarget | null, more: More = {}) => {
    const { title, className, bounds } = windowOf(app);
    const window: WindowMatch = { title, app, className };
    const id = `s${steps.length + 1}`;
    steps.push({ id, at: steps.length * 100, action, target, window, windowBounds: bounds, enabled: true, ...more });
  };
  const on = async (app: string, controlType: ControlType, name: string, nth?: number): Promise<StepTarget> => {
    const selector = `role=${controlType} name="${name}"${nth === undefined ? '' : ` nth=${nth}`}`;
    const { matches } = await engine.find({ window: windowOf(app).id, selector });
    const { bounds } = await engine.details({ element: matches[0]!.id });
    const kind = nth === undefined ? 'name' : 'ordinal';
    const selectors = [ranked(selector, kind), ranked('path=10', 'path')];
    return { controlType, name, selectors: selectors.slice(0, nth === undefined ? 1 : 2), bounds };
  };
  const left: Omit<Extract<Action, { type: 'click' }>, 'at'> = {
    type: 'click',
    button: 'left',
    count: 1,
    modifiers: [],
  };
  const [seven, eight, clear] = [
    await on('calculator', 'Button', '7'),
    await on('calculator', 'Button', '8'),
    await on('calculator', 'Button', 'C'),
  ];
  const shows = (value: string): Expectation[] => [{ type: 'text', element: display, text: value }];

  add('calculator', { ...left, at: { x: 5, y: 5 } }, seven, { group: 'sum', expected: shows('7') });
  add('calculator', { ...left, at: { x: 50, y: 40 }, holdMs: 30 }, eight, {
    group: 'sum',
    expected: shows('78'),
    when: { type: 'shows', element: { ...display, controlType: 'Edit' }, window: { app: 'calculator' }, is: true },
    timeoutMs: 4_000,
  });
  add(
    'calculator',
    { ...left, count: 2, modifiers: ['ctrl', 'shift'], at: { x: 3, y: 4 } },
    { ...clear, bounds: null },
  );
  add('calculator', { ...left, button: 'right', at: { x: 9, y: 33 } }, await on('calculator', 'Edit', 'Display'), {
    expected: [],
  });
  add('calculator', { ...left, button: 'back', at: { x: 120, y: 60 } }, null);
  add('calculator', { ...left, count: 2, at: { x: 121, y: 335 }, modifiers: ['alt'] }, null);
  add('calculator', { type: 'hover', at: { x: 7, y: 8 } }, seven);
  add('calculator', { type: 'drag', button: 'left', at: { x: 100, y: 50 }, to: { x: 20, y: 150 } }, null);
  add(
    'calculator',
    { type: 'drag', button: 'middle', at: { x: 9, y: 9 }, via: [{ x: 30, y: 90 }], to: { x: 60, y: 9 } },
    null,
  );
  const corner = ({ bounds }: StepTarget, app: string, x: number, y: number) => {
    const { bounds: window } = windowOf(app);
    return { x: bounds!.x - window.x + x, y: bounds!.y - window.y + y };
  };
  const dragged = { type: 'drag', button: 'left', at: corner(seven, 'calculator', 2, 3) } as const;
  add('calculator', { ...dragged, to: corner(seven, 'calculator', 40, 30) }, seven);
  const via = [corner(seven, 'calculator', 2, 60)];
  add('calculator', { ...dragged, via, to: corner(eight, 'calculator', 6, 7) }, seven, { onto: eight });
  const fruit = await on('form', 'List', 'Fruit');
  const { bounds: formBounds } = windowOf('form');
  const { bounds: sumBounds } = windowOf('calculator');
  const inForm = { x: fruit.bounds!.x - sumBounds.x + 30, y: fruit.bounds!.y - sumBounds.y + 40 };
  add('calculator', { ...dragged, to: inForm }, seven, {
    onto: fruit,
    ontoWindow: { match: { title: 'Form', app: 'form' }, bounds: formBounds },
  });
  const name = await on('form', 'Edit', 'Name');
  const holds = (text: string): Expectation[] => [{ type: 'text', text }];
  const nasty = 'Anna "q" \\ ${x} `1` {ENTER} ~ Größe';
  add('form', { type: 'setText', text: nasty }, name, { expected: holds(nasty) });
  add('form', { type: 'setText', text: '', secret: 'PASSWORD' }, await on('form', 'Edit', 'Password'));
  add('form', { type: 'typeText', text: ' more' }, name, {
    expected: [{ ...holds(' more')[0]!, contains: true } as Expectation],
  });
  const send = await on('form', 'Button', 'Send');
  const sent: ExpectedElement = {
    controlType: 'Text',
    name: `Sent for ${nasty} more`,
    selector: 'role=Text name~="Sent for"',
  };
  add('form', { ...left, at: { x: 4, y: 5 } }, send, { expected: [{ type: 'shows', element: sent }] });
  add('form', { ...left, at: { x: 9, y: 11 } }, await on('form', 'Button', 'Remove', 1));
  const text = await on('editor', 'Document', 'Text');
  add('editor', { ...left, at: { x: 200, y: 20 } }, text);
  add('editor', { type: 'typeText', text: 'a b{c}~+^%(d)\nend' }, null, {
    expected: [{ type: 'title', title: '*Untitled - Editor' }],
  });
  add('editor', { type: 'typeText', text: '', secret: 'TYPED' }, text);
  add('editor', { type: 'pressKeys', keys: 'ctrl+a', repeat: 1 }, text);
  add('editor', { type: 'pressKeys', keys: 'ArrowLeft', repeat: 3 }, null);
  const dialog: WindowMatch = { title: 'Save As', app: 'editor', role: 'dialog' };
  add('editor', { type: 'pressKeys', keys: 'ctrl+s', repeat: 1 }, null, {
    expected: [{ type: 'windowOpens', window: dialog }],
  });
  const opener = steps.at(-1)!.id;
  add('editor', { type: 'pressKeys', keys: 'Escape', repeat: 1 }, null, {
    window: { ...dialog, owner: '*Untitled - Editor' },
    openedBy: opener,
    expected: [{ type: 'windowCloses', appStays: true }],
  });
  const rows = await on('rows', 'List', 'Rows');
  add('rows', { type: 'scroll', notches: -2, at: { x: 11, y: 12 } }, rows);
  add('rows', { type: 'scroll', notches: 1 }, null);
  add('rows', { type: 'scroll', notches: -3, at: { x: 20, y: 30 } }, rows, {
    until: {
      controlType: 'ListItem',
      name: 'Row 20',
      selectors: [ranked('role=ListItem name="Row 20"', 'name')],
      bounds: null,
    },
  });
  for (const act of [
    'minimize',
    'restore',
    'maximize',
    'restore',
    'fullscreen',
    'restore',
    'pinOnTop',
    'unpin',
    'focus',
  ] as const)
    add('form', { type: 'window', act }, null);
  add('form', { type: 'placeWindow', to: { x: 800, y: 70 }, size: { width: 360, height: 540 } }, null, {
    when: { type: 'window', window: { app: 'form' }, is: true },
  });
  add('form', { type: 'placeWindow', size: { width: 350, height: 530 } }, null);
  const notes: More = { window: { title: 'Notes', app: 'notes', className: 'Notes' }, group: 'notes' };
  add('form', { type: 'launch', command: 'notes', args: ['--new', 'a "b" c'], folder: '/tmp' }, null, {
    ...notes,
    expected: [{ type: 'windowOpens', window: { title: 'Notes', app: 'notes' } }],
  });
  add('form', { type: 'expect' }, null, {
    ...notes,
    expected: [
      {
        type: 'shows',
        element: { controlType: 'Text', name: 'Nothing noted', selector: 'role=Text name="Nothing noted"' },
      },
    ],
  });
  add('form', { type: 'wait', ms: 20 }, null, notes);
  add('form', { type: 'window', act: 'close' }, null, { ...notes, expected: [{ type: 'windowCloses' }] });
  add('form', { ...left, at: { x: 1, y: 1 } }, send, { enabled: false });
  return {
    ...emptyRecording('fake', '2026-01-01T00:00:00.000Z', 'Every step'),
    id: 'every',
    steps,
    groups: [
      { id: 'sum', name: 'Add “7” up', when: { type: 'window', window: { app: 'calculator' }, is: true } },
      { id: 'notes', name: 'Note', repeat: { times: 2 } },
    ],
  };
}

const display: ExpectedElement = { controlType: 'Edit', name: 'Display', selector: 'id="display"' };
