import { expect, it } from 'vitest';
import { noFacts } from '#contract/model/elements/element-facts';
import type { ElementState } from '#contract/model/elements/element';
import type { RawDetails, RawNode } from '../../backend.ts';
import { node } from '../../testing/node.ts';
import { evaluate, inDoubt } from '../evaluate.ts';
import { sceneOf } from '../scene.ts';
import { rules } from './index.ts';

type Facts = Partial<RawDetails>;

/** What an element reports besides its row, by its name. */
type ReportedFacts = Readonly<Record<string, Facts>>;

interface Case {
  readonly planted: readonly RawNode[];
  readonly clean: readonly RawNode[];
  readonly reported?: ReportedFacts;
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

/** For each rule, a defect that it must find and the same UI without the defect. */
const cases: Readonly<Record<string, Case>> = {
  'name-missing': { planted: [node('Button', '')], clean: [node('Button', 'Save')] },
  'name-only-placeholder': {
    planted: [node('Edit', '')],
    clean: [node('Edit', 'Street')],
    reported: { '': { attributes: { placeholder: 'Street' } } },
  },
  'name-class': { planted: [node('Button', 'GtkButton')], clean: [node('Button', 'Gtk settings')] },
  'name-says-role': { planted: [node('Button', 'Save button')], clean: [node('Button', 'Button')] },
  'action-missing': {
    planted: [node('Button', 'Idle')],
    clean: [node('Button', 'Press')],
    reported: { Press: { patterns: ['invoke'] } },
  },
  'range-impossible': {
    planted: [node('Slider', 'Copies')],
    clean: [node('Slider', 'Volume')],
    reported: { Copies: { range }, Volume: { range: { ...range, maximum: 10 } } },
  },
  'patterns-clash': {
    toolkit: 'WPF',
    planted: [node('Button', 'Bold')],
    clean: [node('Button', 'Save')],
    reported: { Bold: { patterns: ['invoke', 'toggle'] }, Save: { patterns: ['invoke'] } },
  },
  'expand-missing': {
    planted: [node('ComboBox', 'Size')],
    clean: [node('ComboBox', 'Colour')],
    reported: { Colour: { patterns: ['expand'] } },
  },
  'text-missing': {
    planted: [node('Edit', 'Street')],
    clean: [more(node('Edit', 'Town'), { value: '' })],
  },
  'edit-not-settable': {
    planted: [states(node('Edit', 'Street'), 'editable')],
    clean: [states(node('Edit', 'Town'), 'editable')],
    reported: { Town: { patterns: ['value'] } },
  },
  'focusable-idle': {
    planted: [states(node('Text', 'Idle'), 'focusable')],
    clean: [states(node('Text', 'To copy'), 'focusable')],
    reported: {
      'To copy': {
        patterns: ['text'],
        text: { length: 7, caret: 0, selections: [], selectedText: '', multiline: false },
      },
    },
  },
  'label-loose': {
    planted: [at(node('Text', 'Street'), 10, 100, 60), at(node('Edit', ''), 80, 100)],
    clean: [
      at(node('Text', 'Title'), 10, 60),
      at(node('Text', 'Heading'), 10, 90),
      at(node('Edit', ''), 10, 125),
      // Style samples beside a text of many lines.
      at(node('Text', 'Large'), 300, 60),
      at(node('Text', 'Small'), 300, 95),
      at(node('Edit', ''), 410, 90, 90, 300),
    ],
  },
  'name-generic': {
    planted: [node('Button', 'button1'), node('Button', 'Frame')],
    clean: [
      node(
        'ToolBar',
        'Insert',
        ['Frame', 'Button', 'Combo box'].map((name) => node('Button', name)),
      ),
      node('ToolBar', 'Standard', [node('Button', 'Print'), node('Button', 'Field')]),
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
    reported: { Licence: { scroll: scrolls } },
  },
  'container-mixed': {
    planted: [inPage(node('Menu', 'File', [node('MenuItem', 'Open'), node('Image', 'Logo')]))],
    clean: [inPage(node('Menu', 'File', [node('MenuItem', 'Open'), node('Separator', '')]))],
  },
  'set-position': {
    planted: [inPage(node('List', 'Days', [node('ListItem', 'Sunday')]))],
    clean: [inPage(node('List', 'Days', [node('ListItem', 'Monday')]))],
    reported: { Sunday: posed('8', '7'), Monday: posed('1', '7') },
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

/** The findings of a rule in a window with these elements, each at its own place by default. */
function found(id: string, children: readonly RawNode[], { reported = {}, toolkit = 'gtk3' }: Case): readonly string[] {
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
      return [entry.node.runtimeId, { ...facts, ...entry.node, ...reported[entry.node.name] }];
    }),
  );
  return evaluate('0x1', scene, { details, look: null }, rule).findings.map(({ element }) => element.name);
}

it.each(Object.entries(cases))('%s finds the planted defect, and nothing without it', (id, one) => {
  expect(found(id, one.planted, one).length).toBeGreaterThan(0);
  expect(found(id, one.clean, one)).toEqual([]);
});

const offscreen = (raw: RawNode) => more(raw, { states: ['enabled', 'offscreen'] });
const offer = 'To get missing image descriptions, open the context menu.';

/** Cases only for pages: the rule, what it must find, and what it must not. */
it.each<[string, string, Omit<Case, 'toolkit'>]>([
  [
    'name-missing',
    'what is scrolled away, disabled or in a menu that is always open',
    {
      planted: [
        inPage(
          offscreen(node('Hyperlink', '')),
          more(node('Button', ''), { states: ['visible'] }),
          node('Menu', '', [node('MenuItem', '')]),
        ),
      ],
      clean: [node('Group', 'Not in a page', [offscreen(node('Button', ''))])],
    },
  ],
  [
    'name-missing',
    'a link that Chromium names by its offer to describe its image',
    {
      planted: [inPage(node('Hyperlink', offer, [node('Image', offer)]))],
      clean: [inPage(node('Hyperlink', `W3C. ${offer}`, [node('Image', `W3C. ${offer}`)]))],
    },
  ],
  [
    'name-missing',
    'an area of an image',
    { planted: [inPage(node('Image', 'Planets', [node('Hyperlink', '')]))], clean: [node('Image', 'Planets')] },
  ],
  [
    'field-unlabelled',
    'a disabled field',
    { planted: [inPage(more(node('Edit', ''), { states: ['visible'] }))], clean: [inPage(node('Edit', 'Street'))] },
  ],
  [
    'image-unnamed',
    'an image whose name is white space with an offer, and no drawing without a role',
    {
      planted: [inPage(node('Image', `  . ${offer}`))],
      clean: [inPage(more(node('Image', ''), { name: ' ' }))],
      reported: { ' ': { attributes: { tag: 'svg' } } },
    },
  ],
  [
    'heading-empty',
    'a heading that is scrolled away',
    {
      planted: [inPage(more(offscreen(node('Text', '')), { role: 'heading' }))],
      clean: [inPage(more(node('Text', 'Notes'), { role: 'heading' }))],
    },
  ],
  [
    'name-file',
    'a checksum, and an image button',
    {
      planted: [node('Image', '94251e110d24a4c2b6e6ce76e7203374'), node('Button', 'login.png')],
      clean: [node('Image', 'Facade'), node('Hyperlink', 'photo.png')],
    },
  ],
  [
    'name-generic',
    'a word of a widget, unless its description says more',
    {
      planted: [node('Button', 'Frame')],
      clean: [more(node('Button', 'Frame'), { description: 'Create a frame' })],
    },
  ],
  [
    'name-missing',
    'a control, and not the tab of a hidden row',
    {
      planted: [node('Button', '')],
      clean: [node('Tab', '', [at(node('TabItem', ''), 1, 1, 0, 0)])],
    },
  ],
  [
    'label-not-in-name',
    'digits, and not the name of an image in it',
    {
      planted: [inPage(node('Hyperlink', '1 2 3. 4 5 6', [node('Text', '123.456')]))],
      clean: [inPage(node('Hyperlink', 'W3C homepage', [node('Image', 'w3c logo')]))],
    },
  ],
  [
    'usable-nested',
    'a check box in an item of a menu',
    {
      planted: [inPage(node('Menu', 'Sort', [node('MenuItem', 'By name', [node('CheckBox', 'By name')])]))],
      clean: [inPage(node('Menu', 'Sort', [node('MenuItem', 'By name', [node('Menu', 'More')])]))],
    },
  ],
])('%s finds %s', (id, _, one) => {
  const web = { ...one, toolkit: 'chromium' };
  const wanted = inDoubtOf(one.planted);
  expect(found(id, one.planted, web)).toHaveLength(wanted);
  expect(found(id, one.clean, web)).toEqual([]);
});

it('an icon with a text needs no name', () => {
  const text = { length: 5, caret: null, selections: [], selectedText: '', multiline: false };
  const one = { planted: [], clean: [], reported: { '': { text } } };
  expect(found('image-unnamed', [node('Image', '')], one)).toEqual([]);
});

/** Each leaf is one defect, except a link around an image that names the link. */
function inDoubtOf(planted: readonly RawNode[]): number {
  const leaves = (raw: RawNode): number =>
    raw.children?.length ? raw.children.reduce((sum, child) => sum + leaves(child), 0) : 1;
  return planted.reduce((sum, raw) => sum + leaves(raw), 0);
}

it('skips the contrast of the label of a disabled field, and requires less of text that may be large', () => {
  const look = { contrast: () => ({ ratio: 3.6, ground: 0.9, ink: 0.1 }), words: null };
  const judge = (...children: RawNode[]) => {
    const root = { ...node('Window', 'Notes', children), bounds: window };
    const scene = sceneOf(root, { toolkit: 'chromium', title: 'Notes', window, scale: 1 });
    const rule = rules.filter(({ id }) => id === 'contrast-text');
    return evaluate('0x1', scene, { details: new Map(), look }, rule).findings.map(({ element }) => element.name);
  };
  const label = at(node('Text', 'Street '), 10, 10, 60, 16);
  expect(judge(label, at(node('Edit', 'Street'), 80, 10))).toEqual(['Street ']);
  expect(judge(label, more(at(node('Edit', 'Street'), 80, 10), { states: ['visible'] }))).toEqual([]);
  expect(judge(at(node('Text', 'Large and bold'), 10, 10, 200, 22))).toEqual([]);
  const [icon, button] = [at(node('Button', 'New Tab'), 10, 10, 34, 34), at(node('Button', 'New'), 50, 10, 34, 26)];
  expect(judge(icon, button)).toEqual(['New']);
});
