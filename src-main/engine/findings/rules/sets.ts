import type { ControlType } from '#contract/model/elements/element';
import { fix } from '../fixes.ts';
import { detailsRule, rowRule, type Rule } from '../rule.ts';
import { has, type Entry } from '../scene.ts';

/** What containers of items may hold besides items. */
const mayBeIn: Partial<Record<ControlType, ReadonlySet<ControlType>>> = {
  Tab: new Set<ControlType>(['TabItem', 'Button', 'SplitButton', 'Pane', 'Group', 'ScrollBar', 'Separator', 'Spinner']),
  Menu: new Set<ControlType>([
    ...(['MenuItem', 'CheckBox', 'RadioButton', 'Separator', 'Menu', 'Group', 'Pane', 'ScrollBar', 'Button'] as const),
  ]),
};

export const sets: readonly Rule[] = [
  rowRule({
    id: 'container-mixed',
    group: 'structure',
    title: 'A menu or tab list contains another kind of element',
    harm: 'A screen reader counts it as an item, or skips it.',
    severity: 'review',
    standards: ['WCAG 1.3.1'],
    fix: fix('Move it out of the menu or tab list.'),
    // GTK 3 puts a tab's page into the tab, and Qt all pages beside the tabs.
    subject: ({ node, seen, inDocument }) => seen && inDocument && node.controlType in mayBeIn,
    test({ node, children }) {
      const allowed = mayBeIn[node.controlType];
      const other = children.find((child) => child.seen && allowed && !allowed.has(child.node.controlType));
      return other ? { measured: `It contains ${other.node.controlType}.` } : 'pass';
    },
  }),
  detailsRule({
    id: 'set-position',
    group: 'sets',
    title: 'An item’s position in its set is impossible',
    harm: 'A screen reader announces “5 of 3”.',
    severity: 'review',
    standards: ['WCAG 1.3.1'],
    fix: fix('Count from 1, and set the size of the set.'),
    subject: ({ node, seen, inDocument }) =>
      seen && inDocument && ['ListItem', 'TreeItem', 'TabItem', 'RadioButton', 'MenuItem'].includes(node.controlType),
    test(_, __, { attributes }) {
      const [position, size] = [Number(attributes['posinset']), Number(attributes['setsize'])];
      if (!(position >= 0) || !(size > 0)) return 'pass';
      return position === 0 || position > size ? { measured: `It is ${position} of ${size}.` } : 'pass';
    },
  }),
  detailsRule({
    id: 'radio-alone',
    group: 'sets',
    title: 'A radio button has no alternative',
    harm: 'A screen reader announces a choice of one, which cannot be undone.',
    severity: 'hint',
    standards: ['WCAG 1.3.1'],
    fix: fix('Use a check box, or put it into a group with the other options.'),
    exempt: [{ toolkit: /^gtk4$/, cause: 'GTK 4 reports radio buttons as check boxes', as: 'incomplete' }],
    subject: (entry) => entry.usable && entry.node.controlType === 'RadioButton' && !hasOptionNear(entry),
    test: (_, __, { relations }) =>
      relations.some(({ type, targets }) => /member|group/i.test(type) && targets.length > 1)
        ? 'pass'
        : { measured: 'Its group has no other option.' },
  }),
  detailsRule({
    id: 'expand-missing',
    group: 'states',
    title: 'An expandable element has no action to expand it',
    harm: 'Screen readers, voice control and tests cannot open it.',
    severity: 'error',
    standards: ['WCAG 4.1.2'],
    fix: fix('Use the toolkit’s combo box or tree, or expose the action to accessibility.'),
    subject: ({ usable, owner, node }) =>
      usable && owner === null && ['ComboBox', 'SplitButton'].includes(node.controlType),
    test: ({ children }, _, { patterns, actions }) =>
      patterns.some((pattern) => ['expand', 'invoke', 'select', 'value', 'toggle', 'selection'].includes(pattern)) ||
      actions.length > 0 ||
      // A child that opens it.
      children.some(({ node }) => ['Button', 'Edit', 'ToggleButton'].includes(node.controlType))
        ? 'pass'
        : { measured: 'It has no action that expands it.' },
  }),
  detailsRule({
    id: 'text-missing',
    group: 'states',
    title: 'A text field does not expose its text',
    harm: 'A screen reader cannot read what was typed.',
    severity: 'error',
    standards: ['EN 301 549 11.5.2.10'],
    fix: fix('Use a text field of the toolkit, or expose its text to accessibility.'),
    subject: ({ usable, owner, node }) =>
      usable && owner === null && node.controlType === 'Edit' && !has(node, 'password'),
    test: ({ node }, _, { text, patterns }) =>
      text !== null || node.value !== null || patterns.includes('value') || patterns.includes('text')
        ? 'pass'
        : { measured: 'It exposes neither text nor a value.' },
  }),
  detailsRule({
    id: 'edit-not-settable',
    group: 'states',
    title: 'A field’s text cannot be set',
    harm: 'Voice control and tests have to press keys instead.',
    severity: 'review',
    standards: ['EN 301 549 11.5.2.17'],
    fix: fix('Make its text editable through accessibility.'),
    exempt: [
      { toolkit: /^chromium|^electron/, cause: 'Chromium exposes no editable text interface', as: 'incomplete' },
    ],
    subject: ({ usable, owner, node }) =>
      usable && owner === null && node.controlType === 'Edit' && has(node, 'editable') && !has(node, 'readonly'),
    test: (_, __, { patterns, interfaces }) =>
      patterns.includes('value') || interfaces.some((name) => /EditableText|Value/.test(name))
        ? 'pass'
        : { measured: 'It is editable, but its text cannot be set.' },
  }),
  detailsRule({
    id: 'patterns-clash',
    group: 'states',
    title: 'A button has conflicting actions',
    harm: 'A screen reader cannot announce whether to press, check or expand it.',
    severity: 'error',
    standards: ['WCAG 4.1.2'],
    fix: fix('Expose only one of them: press, toggle or expand.'),
    // AT-SPI has one list of actions for all.
    subject: ({ usable, owner, node }, { toolkit }) =>
      usable && owner === null && node.controlType === 'Button' && /^(?:WPF|WinForm|XAML|Win32|DirectUI)/.test(toolkit),
    test: (_, __, { patterns }) => {
      const clash = [
        ['invoke', 'toggle'],
        ['toggle', 'expand'],
      ].find((pair) => pair.every((pattern) => (patterns as readonly string[]).includes(pattern)));
      return clash ? { measured: `It has the actions ${clash.join(' and ')}.` } : 'pass';
    },
  }),
];

/** An option beside it, or in a sibling of its container: each may be in a grid cell. */
function hasOptionNear({ parent, node }: Entry): boolean {
  const isOther = (entry: Entry) => entry.node.controlType === 'RadioButton' && entry.node !== node;
  if (parent === null) return false;
  return (
    parent.children.some(isOther) || (parent.parent?.children.some(({ children }) => children.some(isOther)) ?? false)
  );
}
