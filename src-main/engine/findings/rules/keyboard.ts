import { describeElement } from '#contract/model/elements/element';
import { fix, toFocus } from '../fixes.ts';
import { detailsRule, rowRule, type Rule } from '../rule.ts';
import { below, has, type Entry, type Scene } from '../scene.ts';

export const keyboard: readonly Rule[] = [
  rowRule({
    id: 'focus-double',
    group: 'focus',
    title: 'Two controls report the focus',
    harm: 'A screen reader follows the wrong one.',
    severity: 'review',
    standards: ['EN 301 549 11.5.2.13'],
    fix: fix('Report the focus only for the control that receives keys.'),
    exempt: [
      { toolkit: /^chromium|^electron/, cause: 'Chromium remembers a focused element for each page', as: 'incomplete' },
    ],
    subject: (entry, scene) => focusedLeaves(scene)[0] === entry && focusedLeaves(scene).length > 1,
    test: (_, scene) => ({
      measured: `${focusedLeaves(scene)
        .map(({ node }) => describeElement(node))
        .join(' and ')} are focused.`,
    }),
  }),
  rowRule({
    id: 'role-unknown',
    group: 'states',
    title: 'A control has no role',
    harm: 'A screen reader cannot announce how to use it.',
    severity: 'review',
    standards: ['WCAG 4.1.2'],
    fix: fix('Give it the role it behaves like: button, check box, list.'),
    subject: ({ node, seen, owner, inDocument, children }) =>
      seen &&
      owner === null &&
      !inDocument &&
      node.controlType === 'Custom' &&
      has(node, 'enabled') &&
      children.length === 0,
    test: ({ node }) => (has(node, 'focusable') ? { measured: `Its role is ${node.role || 'unknown'}.` } : 'pass'),
  }),
  detailsRule({
    id: 'scroller-unreachable',
    group: 'focus',
    title: 'A scrollable area is out of reach of the keyboard',
    harm: 'People without a mouse cannot read the rest of it.',
    severity: 'review',
    standards: ['WCAG 2.1.1'],
    fix: toFocus,
    subject: (entry) =>
      entry.seen &&
      entry.parent !== null &&
      ['Pane', 'Group'].includes(entry.node.controlType) &&
      entry.children.some(({ node }) => node.controlType === 'ScrollBar' && has(node, 'visible')) &&
      !reachable(entry),
    test: (_, __, { scroll }) => {
      const isLonger = scroll !== null && (scroll.vertical !== null || scroll.horizontal !== null);
      return isLonger ? { measured: 'It scrolls, but nothing in it can take the keyboard focus.' } : 'pass';
    },
  }),
];

function reachable(entry: Entry): boolean {
  return has(entry.node, 'focusable') || [...below(entry)].some(({ node }) => has(node, 'focusable'));
}

/** Qt reports the selected tab of each tab bar as focused. */
export function isChosenTab({ node }: Entry, { toolkit }: Scene): boolean {
  return node.controlType === 'TabItem' && /^qt/.test(toolkit);
}

const leaves = new WeakMap<Scene, readonly Entry[]>();

/** Focused elements without a focused descendant. */
function focusedLeaves(scene: Scene): readonly Entry[] {
  const known = leaves.get(scene);
  if (known) return known;
  const focused = scene.entries.filter(
    (entry) => entry.seen && has(entry.node, 'focused') && !isChosenTab(entry, scene),
  );
  const made = focused.filter((entry) => ![...below(entry)].some((inner) => focused.includes(inner)));
  leaves.set(scene, made);
  return made;
}
