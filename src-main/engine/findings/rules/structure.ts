import { quoted } from '#contract/foreign-text';
import { describeElement, type ControlType } from '#contract/model/elements/element';
import { fix } from '../fixes.ts';
import { detailsRule, rowRule, type Rule } from '../rule.ts';
import { around, below, has, innerText, type Entry, type Scene } from '../scene.ts';

/** The required container of an item, at most three levels up. */
const homes: Partial<Record<ControlType, readonly ControlType[]>> = {
  TabItem: ['Tab'],
  TreeItem: ['Tree', 'Table', 'DataGrid', 'List'],
  MenuItem: ['Menu', 'MenuBar', 'MenuItem', 'ComboBox', 'List'],
};
const vague = /^(?:(?:click )?here|more|read more|learn more|link|this|details|continue|go)$/i;
/** Rows look alike wherever data do. */
const notCompared: ReadonlySet<ControlType> = new Set(['ListItem', 'TreeItem', 'DataItem', 'Hyperlink', 'Edit']);

export const structure: readonly Rule[] = [
  rowRule({
    id: 'item-stray',
    group: 'structure',
    title: 'An item is outside the container its role requires',
    harm: 'A screen reader cannot announce how many items there are, or move between them.',
    severity: 'error',
    standards: ['WCAG 1.3.1'],
    fix: fix('Put it into its container: a tab into a tab list, a menu item into a menu.'),
    subject: ({ node, seen }) => seen && node.controlType in homes,
    test: (entry) => {
      const above = [...around(entry)].slice(0, 3).map(({ node }) => node.controlType);
      return homes[entry.node.controlType]?.some((home) => above.includes(home))
        ? 'pass'
        : { measured: `Its container is ${above[0] ?? 'the window'}.` };
    },
  }),
  rowRule({
    id: 'usable-nested',
    group: 'structure',
    title: 'A control is nested in another control',
    harm: 'Screen readers treat the outer control as a unit, so the inner one cannot be reached.',
    severity: 'error',
    standards: ['WCAG 4.1.2'],
    fix: fix('Move it out of the outer control.'),
    subject: (entry) => entry.usable && outerOf(entry) !== null,
    test(entry) {
      const outer = outerOf(entry);
      return outer === null
        ? 'pass'
        : { measured: `${describeElement(entry.node)} is in ${describeElement(outer.node)}.` };
    },
  }),
  detailsRule({
    id: 'heading-jump',
    group: 'structure',
    title: 'Headings skip a level',
    harm: 'People who navigate by headings assume they missed one.',
    severity: 'hint',
    standards: ['WCAG 1.3.1'],
    fix: fix('Use the next level.'),
    subject: ({ node, seen }) => seen && isHeading(node.role),
    test(entry, scene, details, detailsOf) {
      const level = levelOf(details.attributes);
      const headings = scene.entries.filter(({ node, seen }) => seen && isHeading(node.role));
      const before = headings[headings.indexOf(entry) - 1];
      const last = before && detailsOf(before);
      const from = last ? levelOf(last.attributes) : null;
      if (level === null || from === null || level - from < 2) return 'pass';
      return { measured: `Its level is ${level}; the previous heading has level ${from}.` };
    },
  }),
  rowRule({
    id: 'heading-empty',
    group: 'structure',
    title: 'A heading has no text',
    harm: 'People who navigate by headings stop at an empty one.',
    severity: 'error',
    standards: ['WCAG 1.3.1'],
    fix: fix('Add text, or remove the heading role.'),
    subject: ({ node, present }) => present && isHeading(node.role),
    test: (entry) => (entry.name === '' && innerText(entry) === '' ? { measured: 'It has no text.' } : 'pass'),
  }),
  rowRule({
    id: 'sibling-same',
    group: 'structure',
    title: 'Sibling controls have the same name',
    harm: 'Screen reader users cannot tell them apart.',
    severity: 'review',
    standards: ['WCAG 2.4.6'],
    fix: fix('Name what each control applies to.'),
    subject: ({ usable, node, name, owner }) =>
      usable && owner === null && !notCompared.has(node.controlType) && /\p{L}{2}/u.test(name),
    test(entry, scene) {
      const alike = namesakes(scene).get(entry) ?? [];
      const same = alike.filter(({ node }) => node.description === entry.node.description);
      // Report one of the set only.
      return same.length > 1 && same[0] === entry
        ? { measured: `${same.length} siblings have the name ${quoted(entry.name)}.` }
        : 'pass';
    },
  }),
  rowRule({
    id: 'link-vague',
    group: 'structure',
    title: 'A link’s name does not describe its target',
    harm: 'It is meaningless in a list of links.',
    severity: 'hint',
    standards: ['WCAG 2.4.4'],
    fix: fix('Name it after its target.'),
    subject: ({ usable, node }) => usable && node.controlType === 'Hyperlink',
    test: ({ name }) => (vague.test(name.trim()) ? { measured: `Its name is ${quoted(name)}.` } : 'pass'),
  }),
  detailsRule({
    id: 'set-two-chosen',
    group: 'sets',
    title: 'More than one option is selected',
    harm: 'A screen reader announces two answers.',
    severity: 'error',
    standards: ['WCAG 4.1.2'],
    fix: fix('Put them into one group, or select only one.'),
    subject: (entry) => isChosen(entry) && chosenBeside(entry).length > 0,
    test(entry, _, { relations }) {
      const members = relations.find(({ type }) => /member/i.test(type))?.targets.map(({ runtimeId }) => runtimeId);
      // One container may hold options of several sets; most toolkits report which belong together.
      const also = chosenBeside(entry).filter(
        ({ node }) => members?.includes(node.runtimeId) ?? entry.parent?.name !== '',
      );
      if (also.length === 0) return 'pass';
      return { measured: `${[entry, ...also].map(({ node }) => describeElement(node)).join(' and ')} are selected.` };
    },
  }),
  rowRule({
    id: 'tab-none-chosen',
    group: 'sets',
    title: 'No tab is selected',
    harm: 'A screen reader does not announce which page is shown.',
    severity: 'review',
    standards: ['WCAG 4.1.2'],
    fix: fix('Select the tab of the page that is shown.'),
    exempt: [{ toolkit: /^qt/, cause: 'Qt does not report the selected tab', as: 'incomplete' }],
    subject: ({ node, children, seen }) =>
      seen && node.controlType === 'Tab' && children.filter((child) => child.node.controlType === 'TabItem').length > 1,
    test: ({ children }) =>
      children.some(({ node }) => has(node, 'selected') || has(node, 'checked'))
        ? 'pass'
        : { measured: 'None of its tabs is selected.' },
  }),
  detailsRule({
    id: 'table-no-header',
    group: 'sets',
    title: 'A table has no header',
    harm: 'A screen reader cannot announce what a cell means.',
    severity: 'review',
    standards: ['WCAG 1.3.1', 'EN 301 549 11.5.2.6'],
    fix: fix('Give its columns headers.'),
    subject: (entry) =>
      entry.seen &&
      ['Table', 'DataGrid'].includes(entry.node.controlType) &&
      ![...below(entry)].some(({ node }) => ['Header', 'HeaderItem'].includes(node.controlType)),
    test: (_, __, { table }) =>
      table === null || table.columns < 2 || table.rows < 2 || table.columnHeaders.length + table.rowHeaders.length > 0
        ? 'pass'
        : { measured: `Its ${table.columns} columns have no headers.` },
  }),
];

const oneThing: ReadonlySet<ControlType> = new Set(['Button', 'Hyperlink', 'CheckBox', 'RadioButton']);

/** The nearest ancestor that is announced as one control; in a page that may be a menu item. */
function outerOf(entry: Entry): Entry | null {
  if (entry.owner) return oneThing.has(entry.owner.node.controlType) ? entry.owner : null;
  const isItem = entry.parent?.node.controlType === 'MenuItem' && entry.inDocument;
  return isItem && oneThing.has(entry.node.controlType) ? entry.parent : null;
}

const isHeading = (role: string) => role === 'heading';

function levelOf(attributes: Readonly<Record<string, string>>): number | null {
  const level = Number(attributes['level'] ?? Number.NaN);
  return Number.isInteger(level) ? level : null;
}

/** Only later ones, so that each set is found once. */
function chosenBeside(entry: Entry): readonly Entry[] {
  const all = entry.parent?.children ?? [];
  return all.slice(all.indexOf(entry) + 1).filter(isChosen);
}

function isChosen({ node, seen }: Entry): boolean {
  return seen && node.controlType === 'RadioButton' && (has(node, 'checked') || has(node, 'selected'));
}

const same = new WeakMap<Scene, ReadonlyMap<Entry, readonly Entry[]>>();

function namesakes(scene: Scene): ReadonlyMap<Entry, readonly Entry[]> {
  const known = same.get(scene);
  if (known) return known;
  const made = new Map<Entry, readonly Entry[]>();
  for (const alike of scene.alike.values()) if (alike.length > 1) for (const entry of alike) made.set(entry, alike);
  same.set(scene, made);
  return made;
}
