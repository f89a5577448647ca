import { fix } from '../fixes.ts';
import { detailsRule, rowRule, type Rule } from '../rule.ts';
import { has, type Entry } from '../scene.ts';

const own = ({ usable, owner }: Entry) => usable && owner === null;

export const states: readonly Rule[] = [
  detailsRule({
    id: 'action-missing',
    group: 'states',
    title: 'A control cannot be operated by a program',
    harm: 'Screen readers, voice control and tests cannot press it.',
    severity: 'error',
    standards: ['EN 301 549 11.5.2.11', 'WCAG 4.1.2'],
    fix: fix('Use a widget of the toolkit, or offer the action to accessibility yourself.'),
    exempt: [
      {
        toolkit: /^gtk4$/,
        cause: 'GTK 4 calls what unfolds a row of a tree a button.',
        as: 'toolkit',
        when: ({ node }) => node.name === 'Expand' && node.controlType === 'Button',
      },
    ],
    subject: (entry) => own(entry) && ['Button', 'Hyperlink'].includes(entry.node.controlType),
    test: (_, __, { patterns, actions }) =>
      patterns.some((pattern) => ['invoke', 'toggle', 'expand', 'select'].includes(pattern)) || actions.length > 0
        ? 'pass'
        : { measured: 'It offers no action.' },
  }),
  detailsRule({
    id: 'toggle-missing',
    group: 'states',
    title: 'A check box does not say whether it is checked',
    harm: 'Neither people nor tests can tell its state.',
    severity: 'error',
    standards: ['EN 301 549 11.5.2.11'],
    fix: fix('Use a check box of the toolkit, or offer its state and a toggle action.'),
    subject: (entry) => own(entry) && entry.node.controlType === 'CheckBox',
    test: ({ node }, _, { patterns }) =>
      patterns.includes('toggle') || patterns.includes('select') || has(node, 'checkable')
        ? 'pass'
        : { measured: 'It is a check box that cannot be toggled.' },
  }),
  detailsRule({
    id: 'range-missing',
    group: 'states',
    title: 'A slider does not say its value',
    harm: 'A screen reader cannot say where it stands.',
    severity: 'error',
    standards: ['EN 301 549 11.5.2.7'],
    fix: fix('Use a slider of the toolkit, or offer its least, greatest and current value.'),
    subject: (entry) => own(entry) && ['Slider', 'Spinner'].includes(entry.node.controlType),
    test: (_, __, { range, patterns }) =>
      range !== null || patterns.includes('rangeValue') || patterns.includes('value')
        ? 'pass'
        : { measured: 'It tells no range.' },
  }),
  detailsRule({
    id: 'range-impossible',
    group: 'states',
    title: 'A value is outside of its range',
    harm: 'A screen reader says a share that is not so.',
    severity: 'error',
    standards: ['EN 301 549 11.5.2.7'],
    fix: fix('Set the least and greatest value before the current one.'),
    subject: (entry) => own(entry) && ['Slider', 'Spinner'].includes(entry.node.controlType),
    test(_, __, { range }) {
      if (range === null) return 'pass';
      const { minimum, maximum, current } = range;
      if (minimum < maximum && current >= minimum && current <= maximum) return 'pass';
      return { measured: `It is ${current} of ${minimum} to ${maximum}.` };
    },
  }),
  rowRule({
    id: 'password-shown',
    group: 'states',
    title: 'A password can be read',
    harm: 'Every program of the user can read what is typed there.',
    severity: 'error',
    standards: [],
    fix: fix('Do not give the text of password fields to accessibility.'),
    subject: ({ node }) => has(node, 'password'),
    // What it says is in no report.
    test: ({ node }) => (/[^\s•●*∙·⚫]/u.test(node.value ?? '') ? { measured: 'Its text can be read.' } : 'pass'),
  }),
];
