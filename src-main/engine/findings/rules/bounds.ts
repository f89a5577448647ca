import { intersect, isEmpty } from '#contract/model/geometry';
import { describeElement, type ControlType } from '#contract/model/elements/element';
import { fix } from '../fixes.ts';
import { rowRule, type Rule } from '../rule.ts';
import { around, has, type Entry } from '../scene.ts';

/** Elements that scroll, pop up or are drawn on demand; their bounds say nothing about the window. */
const elastic: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['List', 'Tree', 'Table', 'DataGrid', 'Menu', 'MenuItem', 'ComboBox', 'Document', 'ToolTip', 'Edit'] as const),
  ...(['ScrollBar', 'Tab', 'TabItem', 'Pane', 'ToolBar', 'Spinner'] as const),
]);

const isFixed = (entry: Entry) => ![...around(entry)].some(({ node }) => elastic.has(node.controlType));

export const bounds: readonly Rule[] = [
  rowRule({
    id: 'place-missing',
    group: 'bounds',
    title: 'A control reports no bounds',
    harm: 'Magnifiers cannot follow it, and voice control cannot point at it.',
    severity: 'error',
    standards: ['EN 301 549 11.5.2.5'],
    fix: fix('Report its bounds to accessibility.'),
    exempt: [{ toolkit: /^gtk4$/, cause: 'GTK 4 does not report the bounds of every part', as: 'incomplete' }],
    subject: (entry) =>
      entry.usable &&
      entry.owner === null &&
      isFixed(entry) &&
      entry.parent?.node.bounds != null &&
      !entry.node.unplaced,
    test: ({ node }) =>
      node.bounds === null && has(node, 'focusable') && !has(node, 'offscreen')
        ? { measured: 'It is usable but has no bounds.' }
        : 'pass',
  }),
  rowRule({
    id: 'place-outside-window',
    group: 'bounds',
    title: 'A visible control has bounds outside its window',
    harm: 'Magnifiers, voice control and tests look for it in the wrong place.',
    severity: 'error',
    standards: ['EN 301 549 11.5.2.5'],
    fix: fix('Hide the control, or report its real bounds.'),
    subject: ({ node, parent, seen }) =>
      parent !== null && !seen && parent.seen && node.bounds !== null && !isEmpty(node.bounds) && isStated(node.states),
    test: (entry, { window }) =>
      entry.node.bounds !== null &&
      intersect(entry.node.bounds, window) === null &&
      isFixed(entry) &&
      ['Button', 'CheckBox', 'RadioButton', 'Edit', 'Hyperlink'].includes(entry.node.controlType)
        ? { measured: 'It has the state “visible” but lies outside the window.' }
        : 'pass',
  }),
  rowRule({
    id: 'place-outside-parent',
    group: 'bounds',
    title: 'A control lies outside its container',
    harm: 'People who explore by touch or mouse do not find it.',
    severity: 'review',
    standards: ['EN 301 549 11.5.2.5'],
    fix: fix('Report its real bounds, or move it into its container.'),
    exempt: [{ toolkit: /^gtk4$/, cause: 'GTK 4 reports bounds without padding', as: 'incomplete' }],
    subject: (entry) => entry.usable && entry.owner === null && isFixed(entry) && !entry.inDocument,
    test({ node, parent }) {
      const [inner, outer] = [node.bounds, parent?.node.bounds];
      if (!inner || !outer || !parent || isEmpty(inner) || isEmpty(outer) || intersect(inner, outer) !== null)
        return 'pass';
      return { measured: `It lies entirely outside ${describeElement(parent.node)}.` };
    },
  }),
];

const isStated = (states: Entry['node']['states']) =>
  states.includes('visible') && states.includes('enabled') && !states.includes('offscreen');
