import { quoted } from '#contract/foreign-text';
import { isVolatile } from '#contract/model/elements/volatile';
import { isOwnValue, isStableId } from '../../selectors/stability.ts';
import { fix, toIdentify } from '../fixes.ts';
import { detailsRule, rowRule, type Rule } from '../rule.ts';
import { judgeOf } from '../readiness.ts';
import type { Entry } from '../scene.ts';

const own = ({ usable, owner }: Entry) => usable && owner === null;

/** Whether tests and agents can find usable elements again, as judged by the selector generator. */
export const readiness: readonly Rule[] = [
  rowRule({
    id: 'auto-unfindable',
    group: 'readiness',
    title: 'A control has no stable selector',
    harm: 'Tests and agents can find it only by its position, which the next change may shift.',
    severity: 'review',
    standards: [],
    fix: toIdentify,
    subject: own,
    test(entry, scene) {
      const best = judgeOf(scene).best(entry);
      if (best === null) return { incomplete: 'the time limit was reached', kind: 'reading' };
      if (best.grade !== 'D' && best.grade !== 'E') return 'pass';
      return { measured: `Its best selector is ${best.selector}, of grade ${best.grade}.` };
    },
  }),
  rowRule({
    id: 'auto-id-twice',
    group: 'readiness',
    title: 'An id is not unique',
    harm: 'A test that uses it finds the first element only.',
    severity: 'review',
    standards: [],
    fix: fix('Give each element its own id.'),
    subject: ({ node, seen, inDocument }) => seen && inDocument && node.automationId !== '',
    test(entry, { byId }) {
      const all = byId.get(entry.node.automationId) ?? [];
      return all.length > 1 && all[0] === entry
        ? { measured: `${all.length} elements have the id ${quoted(entry.node.automationId)}.` }
        : 'pass';
    },
  }),
  rowRule({
    id: 'auto-id-generated',
    group: 'readiness',
    title: 'An id looks generated',
    harm: 'It may change with the next start or build.',
    severity: 'review',
    standards: [],
    fix: fix('Use an id that describes what the control is for.'),
    subject: ({ node, usable }) => usable && node.automationId !== '',
    test: ({ node: { automationId } }) =>
      isStableId(automationId) ? 'pass' : { measured: `Its id ${quoted(automationId)} looks generated.` },
  }),
  rowRule({
    id: 'auto-name-volatile',
    group: 'readiness',
    title: 'A name contains a changing part',
    harm: 'It has another name next time, and no id.',
    severity: 'review',
    standards: [],
    fix: toIdentify,
    subject: (entry) =>
      own(entry) && entry.node.automationId === '' && !['ListItem', 'TreeItem'].includes(entry.node.controlType),
    test: ({ node, name }) =>
      isVolatile(name) && !isOwnValue(node, name)
        ? { measured: `Its name is ${quoted(name)}, and it has no id.` }
        : 'pass',
  }),
  rowRule({
    id: 'auto-id-missing',
    group: 'readiness',
    title: 'A control has no id',
    harm: 'Its name changes with the app’s language.',
    severity: 'hint',
    standards: [],
    fix: toIdentify,
    exempt: [
      {
        toolkit: /^(gtk3|gtk4|qt|libreoffice|java|other|)$/,
        cause: 'the toolkit exposes no ids',
        as: 'incomplete',
      },
      {
        toolkit: /^chromium$/,
        cause: 'it is part of Chromium’s own frame',
        as: 'incomplete',
        when: ({ inDocument }) => !inDocument,
      },
    ],
    subject: (entry) => own(entry) && !['ListItem', 'TreeItem', 'Hyperlink'].includes(entry.node.controlType),
    test: ({ node }) => (node.automationId === '' ? { measured: 'It has no id.' } : 'pass'),
  }),
  detailsRule({
    id: 'auto-mouse-only',
    group: 'readiness',
    title: 'A control has no accessible action',
    harm: 'Tests and agents can use it only with the mouse.',
    severity: 'review',
    standards: [],
    fix: fix('Expose its action to accessibility.'),
    subject: (entry) => own(entry) && ['TabItem', 'SplitButton', 'RadioButton'].includes(entry.node.controlType),
    test: (_, __, { patterns, actions }) =>
      patterns.some((pattern) => ['invoke', 'toggle', 'expand', 'select', 'value', 'rangeValue'].includes(pattern)) ||
      actions.length > 0
        ? 'pass'
        : { measured: 'It has no action.' },
  }),
];
