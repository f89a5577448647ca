import { fix } from '../fixes.ts';
import { detailsRule, rowRule, type Rule } from '../rule.ts';
import { has, type Entry } from '../scene.ts';

const own = ({ usable, owner }: Entry) => usable && owner === null;

export const states: readonly Rule[] = [
  detailsRule({
    id: 'action-missing',
    group: 'states',
    title: 'A control exposes no action',
    harm: 'Screen readers, voice control and tests cannot press it.',
    severity: 'error',
    standards: ['EN 301 549 11.5.2.11', 'WCAG 4.1.2'],
    fix: fix('Use a widget of the toolkit, or expose the action to accessibility.'),
    exempt: [
      {
        toolkit: /^gtk4$/,
        cause: 'GTK 4 reports the expander of a tree row as a button.',
        as: 'toolkit',
        when: ({ node }) => node.name === 'Expand' && node.controlType === 'Button',
      },
    ],
    subject: (entry) => own(entry) && ['Button', 'Hyperlink'].includes(entry.node.controlType),
    test: (_, __, { patterns, actions }) =>
      patterns.some((pattern) => ['invoke', 'toggle', 'expand', 'select'].includes(pattern)) || actions.length > 0
        ? 'pass'
        : { measured: 'It has no action.' },
  }),
  detailsRule({
    id: 'toggle-missing',
    group: 'states',
    title: 'A check box does not expose its state',
    harm: 'Neither screen readers nor tests can read whether it is checked.',
    severity: 'error',
    standards: ['EN 301 549 11.5.2.11'],
    fix: fix('Use a check box of the toolkit, or expose its state and a toggle action.'),
    subject: (entry) => own(entry) && entry.node.controlType === 'CheckBox',
    test: ({ node }, _, { patterns }) =>
      patterns.includes('toggle') || patterns.includes('select') || has(node, 'checkable')
        ? 'pass'
        : { measured: 'It is a check box that cannot be toggled.' },
  }),
  detailsRule({
    id: 'range-missing',
    group: 'states',
    title: 'A slider does not expose its value',
    harm: 'A screen reader cannot announce its value.',
    severity: 'error',
    standards: ['EN 301 549 11.5.2.7'],
    fix: fix('Use a slider of the toolkit, or expose its minimum, maximum and current value.'),
    subject: (entry) => own(entry) && ['Slider', 'Spinner'].includes(entry.node.controlType),
    test: (_, __, { range, patterns }) =>
      range !== null || patterns.includes('rangeValue') || patterns.includes('value')
        ? 'pass'
        : { measured: 'It exposes no range.' },
  }),
  detailsRule({
    id: 'range-impossible',
    group: 'states',
    title: 'A value is outside its range',
    harm: 'A screen reader announces a wrong percentage.',
    severity: 'error',
    standards: ['EN 301 549 11.5.2.7'],
    fix: fix('Set minimum and maximum before the current value.'),
    subject: (entry) => own(entry) && ['Slider', 'Spinner'].includes(entry.node.controlType),
    test(_, __, { range }) {
      if (range === null) return 'pass';
      const { minimum, maximum, current } = range;
      if (minimum === null || maximum === null) return 'pass';
      if (minimum < maximum && current >= minimum && current <= maximum) return 'pass';
      return { measured: `Its value is ${current}, its range ${minimum} to ${maximum}.` };
    },
  }),
  rowRule({
    id: 'password-shown',
    group: 'states',
    title: 'A password is exposed',
    harm: 'Every program of the user can read it.',
    severity: 'error',
    standards: [],
    fix: fix('Do not expose the text of password fields to accessibility.'),
    subject: ({ node }) => has(node, 'password'),
    // Its text is not part of any finding.
    test: ({ node }) => (/[^\s•●*∙·⚫]/u.test(node.value ?? '') ? { measured: 'Its text is exposed.' } : 'pass'),
  }),
];
