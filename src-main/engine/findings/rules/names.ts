import { quoted } from '#contract/foreign-text';
import type { ControlType } from '#contract/model/elements/element';
import { isEmpty } from '#contract/model/geometry';
import type { RawDetails } from '../../backend.ts';
import { fix, toImage, toLabel, toName } from '../fixes.ts';
import { detailsRule, rowRule, type Rule } from '../rule.ts';
import { around, innerText, isClassName, shownText, type Entry, type Scene } from '../scene.ts';
import { labelOf } from '../../selectors/relations/label.ts';

const spoken: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['Button', 'CheckBox', 'RadioButton', 'Hyperlink', 'TabItem', 'MenuItem', 'SplitButton', 'ListItem'] as const),
  'TreeItem',
]);
const fields: ReadonlySet<ControlType> = new Set(['Edit', 'ComboBox', 'Spinner', 'Slider', 'ProgressBar']);

/** Screen readers announce disabled elements too. */
const isSpoken = ({ node, operable }: Entry) => operable && spoken.has(node.controlType);

/** A field of its own; paragraphs of a text are none, though LibreOffice reports them as fields. */
function isField({ node, present, owner, inDocument }: Entry, { toolkit }: Scene): boolean {
  if (!present || owner !== null || !fields.has(node.controlType) || node.role === 'paragraph') return false;
  return !(inDocument && toolkit === 'libreoffice');
}

/** Chromium’s offer to describe an image is not a name. */
const isUnnamed = ({ node, name, inDocument }: Entry) => node.name.trim() === '' || (inDocument && name === '');
const isNameless = (entry: Entry) => entry.name === '';
/** GTK 3 describes sliders by their value. */
const isDescribed = ({ node }: Entry) => /\p{L}/u.test(node.description);
const isOwnName = ({ node }: Entry) => node.name.trim() !== '' && isClassName(node.name);

/** GTK 3 puts pages below their tab: a page's content does not name the tab. */
const textIn = (entry: Entry) => (entry.node.controlType === 'TabItem' ? '' : innerText(entry));

export function isLabelled({ relations }: RawDetails): boolean {
  return relations.some(
    ({ type, targets }) => /label.*by/i.test(type) && targets.some(({ name }) => name.trim() !== ''),
  );
}

/** Whether its description says more than its name: a button “Frame” that creates a frame. */
const isExplained = ({ node }: Entry) => node.description.trim().split(/\s+/).length > 2;

/** Whether it is the only usable element in a named container, whose name may serve as its own. */
function isOnlyOneIn(entry: Entry): boolean {
  const outer = entry.parent;
  // The name of a page is for all of it, and that of an image for what it shows, not for an area that is a link.
  if (!outer?.parent || outer.name === '' || ['Document', 'Image'].includes(outer.node.controlType)) return false;
  return outer.children.filter(({ usable }) => usable).length === 1;
}

function placeholderOf({ attributes }: RawDetails): string {
  return attributes['placeholder-text'] ?? attributes['placeholder'] ?? '';
}

const isPrivate = /^[\s\u{e000}-\u{f8ff}\u{f0000}-\u{10fffd}]+$/u;
const isFile =
  /^[^\s]+\.(?:png|svg|jpe?g|gif|webp|ico|bmp)$|^[a-z0-9]+(?:-[a-z0-9]+)*-symbolic$|^(?=.*\d)[0-9a-f]{24,}$/i;
const isGeneric =
  /^(?:(?:push |toggle |radio )?(?:button|label|entry|text ?box|check ?box|combo ?box|widget|frame|panel|field)[ _-]?\d*|(?:edit|image|icon|item|tab|link)[ _-]?\d+|todo|fixme|unnamed|lorem ipsum.*|foo|bar|baz)$/i;
const roleWords: Partial<Record<ControlType, RegExp>> = {
  Button: /\S\s+button$/i,
  CheckBox: /\S\s+check ?box$/i,
  RadioButton: /\S\s+radio(?: button)?$/i,
  Hyperlink: /\S\s+(?:hyper)?link$/i,
  TabItem: /\S\s+tab$/i,
  Image: /\S\s+(?:image|picture|icon)$/i,
  ComboBox: /\S\s+combo ?box$/i,
  Edit: /\S\s+(?:text ?box|edit field)$/i,
  Slider: /\S\s+slider$/i,
};

export const names: readonly Rule[] = [
  detailsRule({
    id: 'name-missing',
    group: 'names',
    title: 'A control has no name',
    harm: 'A screen reader announces only its role.',
    severity: 'error',
    standards: ['WCAG 4.1.2', 'EN 301 549 11.5.2.5'],
    fix: toName,
    subject: (entry) => isSpoken(entry) && isUnnamed(entry) && entry.node.description === '' && textIn(entry) === '',
    test(entry, _, details) {
      if (isLabelled(details)) return 'pass';
      if (isOnlyOneIn(entry)) return { incomplete: 'only its container has a name' };
      return { measured: 'It has no name, no description and no text.' };
    },
  }),
  detailsRule({
    id: 'field-unlabelled',
    group: 'names',
    title: 'A field has no label',
    harm: 'A screen reader does not announce what to enter.',
    severity: 'error',
    standards: ['WCAG 1.3.1', 'WCAG 4.1.2', 'EN 301 549 11.5.2.8'],
    fix: toLabel,
    subject: (entry, scene) => isField(entry, scene) && isNameless(entry) && !isDescribed(entry),
    test(entry, _, details) {
      if (isLabelled(details) || placeholderOf(details) !== '') return 'pass';
      if (isOnlyOneIn(entry)) return { incomplete: 'only its container has a name' };
      return { measured: 'It has no name, and no label is associated with it.' };
    },
  }),
  detailsRule({
    id: 'name-only-description',
    group: 'names',
    title: 'A control is named only by its tooltip',
    harm: 'Screen readers may skip descriptions, and voice control uses names only.',
    severity: 'error',
    standards: ['WCAG 4.1.2'],
    fix: toName,
    subject: (entry, scene) =>
      isNameless(entry) && isDescribed(entry) && (isField(entry, scene) || (isSpoken(entry) && textIn(entry) === '')),
    test: (entry, _, details) =>
      isLabelled(details) || placeholderOf(details) === entry.node.description
        ? 'pass'
        : { measured: `It has no name; its description is ${quoted(entry.node.description)}.` },
  }),
  detailsRule({
    id: 'name-only-placeholder',
    group: 'names',
    title: 'A field is named only by its placeholder',
    harm: 'The placeholder disappears as soon as someone types.',
    severity: 'review',
    standards: ['WCAG 3.3.2'],
    fix: toLabel,
    subject: (entry, scene) =>
      isField(entry, scene) && ['Edit', 'ComboBox', 'Spinner'].includes(entry.node.controlType),
    test(entry, _, details) {
      const placeholder = placeholderOf(details);
      const isName = entry.name === '' || entry.name === placeholder;
      return placeholder === '' || !isName || isLabelled(details)
        ? 'pass'
        : { measured: `Its only name is the placeholder ${quoted(placeholder)}.` };
    },
  }),
  rowRule({
    id: 'name-class',
    group: 'names',
    title: 'A control is named after its class',
    harm: 'A screen reader announces an identifier from the source code.',
    severity: 'error',
    standards: ['WCAG 4.1.2'],
    fix: toName,
    subject: (entry) => isSpoken(entry) && textIn(entry) === '' && entry.node.description === '',
    test: (entry) => (isOwnName(entry) ? { measured: `Its name is ${quoted(entry.node.name)}.` } : 'pass'),
  }),
  rowRule({
    id: 'name-file',
    group: 'names',
    title: 'An element is named after a file',
    harm: 'A screen reader announces a file name.',
    severity: 'error',
    standards: ['WCAG 1.1.1'],
    fix: toName,
    // File managers give entries this role. GTK names the icons of entries and lists itself.
    subject: ({ node, seen, usable, owner }) =>
      seen &&
      owner === null &&
      (node.controlType === 'Image' || (usable && ['Button', 'Hyperlink', 'TabItem'].includes(node.controlType))),
    test: ({ node, name }) =>
      isFile.test(name) && (['Image', 'Button'].includes(node.controlType) || name.endsWith('-symbolic'))
        ? { measured: `Its name is ${quoted(name)}.` }
        : 'pass',
  }),
  rowRule({
    id: 'name-unreadable',
    group: 'names',
    title: 'A name cannot be spoken',
    harm: 'A screen reader is silent or announces a code.',
    severity: 'error',
    standards: ['WCAG 4.1.2'],
    fix: toName,
    subject: isSpoken,
    test: ({ node }) =>
      node.name !== '' && isPrivate.test(node.name)
        ? { measured: 'Its name has no character that can be spoken.' }
        : 'pass',
  }),
  rowRule({
    id: 'name-says-role',
    group: 'names',
    title: 'A name repeats the role',
    harm: 'A screen reader announces it twice: “Save button, button”.',
    severity: 'hint',
    standards: [],
    fix: fix('Remove the last word.'),
    subject: ({ usable, node }) => usable && node.controlType in roleWords,
    test: ({ node, name }) =>
      roleWords[node.controlType]?.test(name) ? { measured: `Its name is ${quoted(name)}.` } : 'pass',
  }),
  rowRule({
    id: 'name-generic',
    group: 'names',
    title: 'A name is meaningless',
    harm: 'Nobody knows what the control does.',
    severity: 'review',
    standards: ['WCAG 2.4.6'],
    fix: fix('Name it after what it does.'),
    subject: ({ usable, node }) =>
      usable && !['ListItem', 'TreeItem', 'Menu', 'MenuItem', 'TabItem'].includes(node.controlType),
    test: (entry) =>
      isGeneric.test(entry.name) && !isExplained(entry) && !isOfPalette(entry)
        ? { measured: `Its name is ${quoted(entry.name)}.` }
        : 'pass',
  }),
  rowRule({
    id: 'label-not-in-name',
    group: 'names',
    title: 'The name does not contain the visible label',
    harm: 'Voice control cannot find it by the text on it.',
    severity: 'review',
    standards: ['WCAG 2.5.3'],
    fix: fix('Start the accessible name with the visible text.'),
    subject: (entry) => ['Button', 'Hyperlink'].includes(entry.node.controlType) && entry.usable && entry.name !== '',
    test(entry) {
      const inside = words(shownText(entry));
      if (inside === '' || !/\p{L}{2}|\p{N}{2}/u.test(inside) || words(entry.name).includes(inside)) return 'pass';
      return { measured: `It shows ${quoted(shownText(entry))}, but its name is ${quoted(entry.name)}.` };
    },
  }),
  rowRule({
    id: 'description-repeats',
    group: 'names',
    title: 'The description repeats the name',
    harm: 'A screen reader announces it twice.',
    severity: 'hint',
    standards: [],
    fix: fix('Remove the description, or add information to it.'),
    exempt: [
      {
        toolkit: /^qt/,
        cause: 'Qt derives an action’s tooltip from its text.',
        as: 'toolkit',
        when: ({ node }) => node.controlType === 'Button',
      },
    ],
    subject: ({ usable }) => usable,
    test: ({ node, name }) =>
      words(name) !== '' && words(node.description) === words(name)
        ? { measured: `Both are ${quoted(name)}.` }
        : 'pass',
  }),
  detailsRule({
    id: 'image-unnamed',
    group: 'names',
    title: 'An image has no description',
    harm: 'People who cannot see it do not know what it shows.',
    severity: 'review',
    standards: ['WCAG 1.1.1'],
    fix: toImage,
    subject: (entry) =>
      entry.node.controlType === 'Image' &&
      entry.present &&
      entry.owner === null &&
      entry.name === '' &&
      entry.node.description === '' &&
      isAlone(entry),
    // A drawing without a role is a graphics document, which needs no name. The icons of a GTK 3 icon view have a text.
    test: (_, __, { attributes, text }) =>
      (attributes['tag'] === 'svg' && !attributes['xml-roles']) || (text?.length ?? 0) > 0
        ? 'pass'
        : { measured: 'It has no name and no description.' },
  }),
  rowRule({
    id: 'window-unnamed',
    group: 'names',
    title: 'A window has no title',
    harm: 'A screen reader cannot announce which window is active.',
    severity: 'error',
    standards: ['WCAG 2.4.2'],
    fix: fix('Set the window’s title.'),
    subject: ({ parent, node }) => parent === null && node.controlType === 'Window',
    test: ({ node }, { title }) =>
      node.name.trim() === '' && title.trim() === '' ? { measured: 'It has no title.' } : 'pass',
  }),
  detailsRule({
    id: 'group-unnamed',
    group: 'names',
    title: 'A group of options has no name',
    harm: 'A screen reader does not announce what the options are for.',
    severity: 'review',
    standards: ['WCAG 1.3.1'],
    fix: fix('Put them into a named group: a frame, a fieldset with a legend, a labelled radio group.'),
    subject: ({ children, name, seen, parent }) =>
      seen && parent !== null && name === '' && children.filter(isOption).length >= 2 && !areLinked(children),
    test: (entry, _, details) =>
      isLabelled(details) ||
      [...around(entry)].some(
        ({ name, parent, node }) => parent !== null && name !== '' && node.controlType === 'Group',
      )
        ? 'pass'
        : { measured: `${entry.children.filter(isOption).length} options are in a container without a name.` },
  }),
  rowRule({
    id: 'header-unnamed',
    group: 'sets',
    title: 'A column has no header text',
    harm: 'A screen reader cannot announce what the cells of the column mean.',
    severity: 'review',
    standards: ['WCAG 1.3.1', 'EN 301 549 11.5.2.6'],
    fix: fix('Give the column a title.'),
    subject: ({ node, seen }) => seen && node.controlType === 'HeaderItem',
    test: (entry) =>
      entry.name === '' && innerText(entry) === '' && !isEmpty(entry.node.bounds ?? { x: 0, y: 0, width: 0, height: 0 })
        ? { measured: 'Its header has no name.' }
        : 'pass',
  }),
  detailsRule({
    id: 'label-loose',
    group: 'names',
    title: 'A text next to a field is not its label',
    harm: 'Only people who see it know what the field is for.',
    severity: 'review',
    standards: ['WCAG 1.3.1'],
    fix: toLabel,
    subject: (entry, scene) => entry.node.controlType === 'Text' && entry.seen && looseLabels(scene).has(entry),
    test: (entry, _, { relations }) =>
      relations.some(({ type }) => /label.*for/i.test(type))
        ? 'pass'
        : { measured: `${quoted(entry.name)} is next to a field without a name, and no relation connects them.` },
  }),
];

/** In a form designer, a button “Frame” inserts a frame; such buttons are next to each other, or in a tool bar. */
function isOfPalette({ name, parent }: Entry): boolean {
  if (parent?.node.controlType === 'ToolBar' && /^\p{Lu}\D*$/u.test(name)) return true;
  if (/\d/.test(name)) return false;
  const words = new Set(
    parent?.children.map((other) => other.name.toLowerCase()).filter((other) => isGeneric.test(other)),
  );
  return words.size >= 3;
}

/** GTK 3 reports the buttons that switch pages as radio buttons; they touch each other. */
function areLinked(children: readonly Entry[]): boolean {
  const [first, second] = children.filter(isOption).map(({ node }) => node.bounds);
  return !!first && !!second && first.x + first.width === second.x && first.y === second.y;
}

const isOption = ({ node, seen }: Entry) => seen && node.controlType === 'RadioButton';

/** An icon on one line with a text is decoration, and so is an icon-sized element in a line of controls. */
function isAlone({ parent, seen, node: { bounds } }: Entry): boolean {
  // Elements that are scrolled out of view may have no bounds.
  if (bounds === null || isEmpty(bounds)) return !seen;
  return !parent?.children.some(({ node, name }) => {
    const other = node.bounds;
    const isText = name !== '' && node.controlType !== 'Image';
    return isText && other !== null && other.y < bounds.y + bounds.height && bounds.y < other.y + other.height;
  });
}

function words(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s\p{P}\p{S}]+/gu, ' ')
    .trim();
}

const loose = new WeakMap<Scene, ReadonlySet<Entry>>();

/** In pixels at 96 dpi; texts farther away belong to another element. */
const nearest = { beside: 40, above: 16 };

/** Texts in the position of a label, near fields without one. */
function looseLabels(scene: Scene): ReadonlySet<Entry> {
  const known = loose.get(scene);
  if (known) return known;
  const made = new Set<Entry>();
  const texts = scene.entries.filter(({ node, owner, seen }) => node.controlType === 'Text' && owner === null && seen);
  for (const field of scene.entries) {
    if (!isField(field, scene) || field.node.name !== '' || field.node.controlType === 'ProgressBar') continue;
    const words = labelOf(scene.root.node, field.node);
    const label =
      words === '' ? undefined : texts.find((text) => plain(text) === words && isBeside(text, field, scene));
    if (label && !isStacked(label, field, texts)) made.add(label);
  }
  loose.set(scene, made);
  return made;
}

const plain = ({ name }: Entry) => name.replace(/\s*[:：]\s*$/, '');

/** In lines: a shorter field beside a stack of texts may be one of as many. */
const tall = 4;

/** Whether the text is one of several stacked texts that happens to be above a field, or beside a tall one: an article, style samples. */
function isStacked({ node: text }: Entry, { node: field }: Entry, texts: readonly Entry[]): boolean {
  const [label, box] = [text.bounds, field.bounds];
  if (!label || !box) return false;
  const isAbove = label.y + label.height <= box.y;
  if (!isAbove && box.height < tall * label.height) return false;
  return texts.some(({ node: { bounds } }) => {
    if (!bounds || bounds === label) return false;
    const gap = label.y - (bounds.y + bounds.height);
    return gap >= -2 && gap <= label.height && Math.abs(bounds.x - label.x) <= 4;
  });
}

function isBeside({ node: text }: Entry, { node: field }: Entry, { scale }: Scene): boolean {
  const [label, box] = [text.bounds, field.bounds];
  if (!label || !box) return false;
  const gap = { beside: box.x - (label.x + label.width), above: box.y - (label.y + label.height) };
  const isLeft =
    gap.beside >= 0 &&
    gap.beside <= nearest.beside * scale &&
    label.y < box.y + box.height &&
    box.y < label.y + label.height;
  const isAbove =
    gap.above >= 0 &&
    gap.above <= nearest.above * scale &&
    label.x < box.x + box.width &&
    box.x < label.x + label.width;
  return isLeft || isAbove;
}
