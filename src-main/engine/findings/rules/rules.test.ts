import { expect, it } from 'vitest';
import { noFacts } from '#contract/model/elements/element-facts';
import type { ElementState } from '#contract/model/elements/element';
import type { RawDetails, RawNode } from '../../backend.ts';
import { node } from '../../testing/node.ts';
import { evaluate, inDoubt } from '../evaluate.ts';
import { sceneOf } from '../scene.ts';
import { rules } from './index.ts';

type Facts = Partial<RawDetails>;

/** What an element says of itself beyond its row, by its name. */
type Said = Readonly<Record<string, Facts>>;

interface Case {
  readonly planted: readonly RawNode[];
  readonly clean: readonly RawNode[];
  readonly said?: Said;
  readonly toolkit?: string;
}

const window = { x: 0, y: 0, width: 800, height: 600 };
const more = (raw: RawNode, facts: Partial<RawNode>): RawNode => ({ ...raw, ...facts });
const states = (raw: RawNode, ...added: ElementState[]) => more(raw, { states: [...raw.states, ...added] });
const at = (raw: RawNode, x: number, y: number, width = 100, height = 30) =>
  more(raw, { bounds: { x, y, width, height } });
const range = { current: 0, minimum: 0, maximum: 0, step: 1 };
const posed = (posinset: string, setsize: string): Facts => ({ attributes: { posinset, setsize } });
const inPage = (...children: RawNode[]) => node('Document', 'Page', children);
const scrolls = { horizontal: null, vertical: 0 } as unknown as RawDetails['scroll'];

/** For each rule, a defect that it must find and the same without it. */
const cases: Readonly<Record<string, Case>> = {
  'name-missing': { planted: [node('Button', '')], clean: [node('Button', 'Save')] },
  'name-only-placeholder': {
    planted: [node('Edit', '')],
    clean: [node('Edit', 'Street')],
    said: { '': { attributes: { placeholder: 'Street' } } },
  },
  'name-class': { planted: [node('Button', 'GtkButton')], clean: [node('Button', 'Gtk settings')] },
  'name-says-role': { planted: [node('Button', 'Save button')], clean: [node('Button', 'Button')] },
  'action-missing': {
    planted: [node('Button', 'Idle')],
    clean: [node('Button', 'Press')],
    said: { Press: { patterns: ['invoke'] } },
  },
  'range-impossible': {
    planted: [node('Slider', 'Copies')],
    clean: [node('Slider', 'Volume')],
    said: { Copies: { range }, Volume: { range: { ...range, maximum: 10 } } },
  },
  'patterns-clash': {
    toolkit: 'WPF',
    planted: [node('Button', 'Bold')],
    clean: [node('Button', 'Save')],
    said: { Bold: { patterns: ['invoke', 'toggle'] }, Save: { patterns: ['invoke'] } },
  },
  'expand-missing': {
    planted: [node('ComboBox', 'Size')],
    clean: [node('ComboBox', 'Colour')],
    said: { Colour: { patterns: ['expand'] } },
  },
  'text-missing': {
    planted: [node('Edit', 'Street')],
    clean: [more(node('Edit', 'Town'), { value: '' })],
  },
  'edit-not-settable': {
    planted: [states(node('Edit', 'Street'), 'editable')],
    clean: [states(node('Edit', 'Town'), 'editable')],
    said: { Town: { patterns: ['value'] } },
  },
  'focusable-idle': {
    planted: [states(node('Text', 'Idle'), 'focusable')],
    clean: [states(node('Text', 'To copy'), 'focusable')],
    said: {
      'To copy': {
        patterns: ['text'],
        text: { length: 7, caret: 0, selections: [], selectedText: '', multiline: false },
      },
    },
  },
  'label-loose': {
    planted: [at(node('Text', 'Street'), 10, 100, 60), at(node('Edit', ''), 80, 100)],
    clean: [at(node('Text', 'Title'), 10, 60), at(node('Text', 'Heading'), 10, 90), at(node('Edit', ''), 10, 125)],
  },
  'name-generic': {
    planted: [node('Button', 'button1'), node('Button', 'Frame')],
    clean: [
      node(
        'ToolBar',
        'Insert',
        ['Frame', 'Button', 'Combo box'].map((name) => node('Button', name)),
      ),
    ],
  },
  'role-unknown': {
    planted: [states(node('Custom', 'Dial'), 'focusable')],
    clean: [node('Custom', 'Dial'), states(node('Slider', 'Dial'), 'focusable')],
  },
  'place-missing': {
    planted: [states(more(node('Button', 'Nowhere'), { bounds: null }), 'focusable')],
    clean: [states(at(node('Button', 'Here'), 10, 10), 'focusable')],
  },
  'place-outside-window': {
    planted: [at(node('Button', 'Away'), 2_000, 10)],
    clean: [at(node('Button', 'Here'), 10, 10), node('List', 'Mails', [at(node('Button', 'Below'), 10, 2_000)])],
  },
  'place-outside-parent': {
    planted: [at(node('Group', 'Box', [at(node('Button', 'Beside'), 400, 10)]), 10, 10)],
    clean: [at(node('Group', 'Box', [at(node('Button', 'Within'), 20, 12, 40, 20)]), 10, 10)],
  },
  'focus-double': {
    planted: [states(node('Edit', 'A'), 'focused'), states(node('Edit', 'B'), 'focused')],
    clean: [states(node('List', 'Mails', [states(node('ListItem', 'One'), 'focused')]), 'focused')],
  },
  'scroller-unreachable': {
    planted: [node('Pane', 'Licence', [node('Text', 'Terms'), node('ScrollBar', '')])],
    clean: [node('Pane', 'Licence', [states(node('Text', 'Terms'), 'focusable'), node('ScrollBar', '')])],
    said: { Licence: { scroll: scrolls } },
  },
  'container-mixed': {
    planted: [inPage(node('Menu', 'File', [node('MenuItem', 'Open'), node('Image', 'Logo')]))],
    clean: [inPage(node('Menu', 'File', [node('MenuItem', 'Open'), node('Separator', '')]))],
  },
  'set-position': {
    planted: [inPage(node('List', 'Days', [node('ListItem', 'Sunday')]))],
    clean: [inPage(node('List', 'Days', [node('ListItem', 'Monday')]))],
    said: { Sunday: posed('8', '7'), Monday: posed('1', '7') },
  },
  'radio-alone': {
    planted: [node('Group', 'Seat', [node('RadioButton', 'Window')])],
    clean: [node('Group', 'Seat', [node('RadioButton', 'Window'), node('RadioButton', 'Aisle')])],
  },
  'tab-none-chosen': {
    planted: [node('Tab', 'Pages', [node('TabItem', 'One'), node('TabItem', 'Two')])],
    clean: [node('Tab', 'Pages', [states(node('TabItem', 'One'), 'selected'), node('TabItem', 'Two')])],
  },
  'item-stray': {
    planted: [node('Group', 'Pages', [node('TabItem', 'One')])],
    clean: [node('Tab', 'Pages', [node('TabItem', 'One')])],
  },
};

/** What a rule finds in a window with these, each at a place of its own unless it has one. */
function found(id: string, children: readonly RawNode[], { said = {}, toolkit = 'gtk3' }: Case): readonly string[] {
  let y = 40;
  const keepsPlace = id.startsWith('place-');
  const place = (raw: RawNode): RawNode => ({
    ...raw,
    bounds:
      raw.bounds ?? (keepsPlace && raw.name === 'Nowhere' ? null : { x: 10, y: (y += 30), width: 200, height: 26 }),
    children: (raw.children ?? []).map(place),
  });
  const root = { ...place(node('Window', 'Notes', children)), bounds: window };
  const scene = sceneOf(root, { toolkit, title: 'Notes', window, scale: 1 });
  const rule = rules.filter((one) => one.id === id);
  const details = new Map(
    inDoubt(scene, rule).map((entry): [string, RawDetails] => {
      const facts = { ...noFacts, patterns: [], actions: [], properties: {} };
      return [entry.node.runtimeId, { ...facts, ...entry.node, ...said[entry.node.name] }];
    }),
  );
  return evaluate('0x1', scene, { details, look: null }, rule).findings.map(({ element }) => element.name);
}

it.each(Object.entries(cases))('%s finds what was planted, and nothing where all is well', (id, one) => {
  expect(found(id, one.planted, one).length).toBeGreaterThan(0);
  expect(found(id, one.clean, one)).toEqual([]);
});
