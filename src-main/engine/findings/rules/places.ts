import { intersect, isEmpty, sameRect, type Rect } from '#contract/model/geometry';
import { describeElement, type ControlType } from '#contract/model/elements/element';
import { fix, toFocus } from '../fixes.ts';
import { detailsRule, rowRule, type Rule } from '../rule.ts';
import { isChosenTab } from './keyboard.ts';
import { around, below, has, type Entry, type Scene } from '../scene.ts';

/** WCAG 2.5.8, in pixels at 96 dpi. */
const smallest = 24;
const pressed: ReadonlySet<ControlType> = new Set(['Button', 'CheckBox', 'RadioButton', 'SplitButton', 'Hyperlink']);
/** Elements that the Tab key reaches; in lists, menus and tool bars the container moves focus to its items. */
const reached: ReadonlySet<ControlType> = new Set([
  ...(['Button', 'CheckBox', 'RadioButton', 'Hyperlink', 'Edit', 'ComboBox', 'Slider', 'SplitButton'] as const),
]);
const movers: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['ToolBar', 'TitleBar', 'MenuBar', 'Menu', 'List', 'Tree', 'Table', 'DataGrid', 'ScrollBar', 'Tab'] as const),
  ...(['TabItem', 'Header', 'StatusBar', 'AppBar'] as const),
]);

export const places: readonly Rule[] = [
  rowRule({
    id: 'place-shared',
    group: 'bounds',
    title: 'Two controls overlap completely',
    harm: 'A click there reaches only one of them.',
    severity: 'review',
    standards: ['WCAG 4.1.2'],
    fix: fix('Hide the one that is not in use.'),
    subject: ({ usable, node, owner }) =>
      usable && owner === null && node.bounds !== null && !isEmpty(node.bounds) && node.controlType !== 'MenuItem',
    test(entry, scene) {
      const other = twinsOf(scene)
        .get(placeKey(entry))
        ?.find((twin) => twin !== entry && !nested(twin, entry));
      return other ? { measured: `${describeElement(other.node)} has the same bounds.` } : 'pass';
    },
  }),
  rowRule({
    id: 'target-small',
    group: 'bounds',
    title: 'A target is small and close to another one',
    harm: 'It is easily missed.',
    severity: 'review',
    standards: ['WCAG 2.5.8'],
    fix: fix('Make it at least 24 × 24 pixels, or leave that much space around it.'),
    exempt: [
      { toolkit: /^gtk4$/, cause: 'GTK 4 reports bounds without padding', as: 'incomplete' },
      { toolkit: /^qt/, cause: 'Qt draws it in the title of a dock widget.', as: 'toolkit', when: isOfDock },
      {
        toolkit: /^chromium|^electron/,
        cause: 'Chromium clips bounds at scroll edges',
        as: 'incomplete',
        when: isCut,
      },
    ],
    // Links in a text are as high as its lines.
    subject: ({ usable, node, inDocument, owner }) =>
      usable && owner === null && pressed.has(node.controlType) && !(node.controlType === 'Hyperlink' && inDocument),
    test(entry, scene) {
      const { bounds } = entry.node;
      if (bounds === null || isEmpty(bounds)) return 'pass';
      const least = smallest * scene.scale;
      if (Math.min(bounds.width, bounds.height) >= least) return 'pass';
      const near = targetsNear(scene, bounds).find(
        (other) => other !== entry && meets(bounds, other, least) && !nested(other, entry),
      );
      const [width, height] = [bounds.width, bounds.height].map((pixels) => Math.round(pixels / scene.scale));
      return near
        ? {
            measured: `It is ${width} × ${height} pixels, and ${describeElement(near.node)} is less than 24 pixels away.`,
          }
        : 'pass';
    },
  }),
  rowRule({
    id: 'not-focusable',
    group: 'focus',
    title: 'A control is out of reach of the keyboard',
    harm: 'People without a mouse cannot use it.',
    severity: 'review',
    standards: ['WCAG 2.1.1'],
    fix: toFocus,
    exempt: [
      {
        toolkit: /^gtk3$/,
        cause: 'GTK 3 does not report which combo boxes are focusable',
        as: 'incomplete',
        when: ({ node }) => node.controlType === 'ComboBox',
      },
      { toolkit: /^gtk3$/, cause: 'it is part of the window frame', as: 'incomplete', when: isInFrame },
      { toolkit: /^qt/, cause: 'Qt draws it in the title of a dock widget.', as: 'toolkit', when: isOfDock },
    ],
    subject: (entry) =>
      entry.usable &&
      entry.owner === null &&
      reached.has(entry.node.controlType) &&
      ![...around(entry)].some(({ node }) => movers.has(node.controlType) || isFrame(node.role)),
    test: (entry) =>
      has(entry.node, 'focusable') || [...below(entry)].some(({ node }) => has(node, 'focusable'))
        ? 'pass'
        : hasShortcut(entry.node)
          ? { incomplete: 'it has a keyboard shortcut' }
          : { measured: 'It cannot take the keyboard focus.' },
  }),
  detailsRule({
    id: 'focusable-idle',
    group: 'focus',
    title: 'An element without function takes the keyboard focus',
    harm: 'It costs an extra press of Tab each time.',
    severity: 'hint',
    standards: [],
    fix: fix('Make it not focusable.'),
    exempt: [
      { toolkit: /^java/, cause: 'Java reports every label as focusable', as: 'incomplete' },
      { toolkit: /^qt/, cause: 'Qt does not report whether Tab or only a click focuses a label', as: 'incomplete' },
    ],
    subject: ({ node, seen, owner, children, parent }, { scale }) =>
      seen &&
      owner === null &&
      parent !== null &&
      children.length === 0 &&
      has(node, 'focusable') &&
      has(node, 'enabled') &&
      (node.controlType === 'Text' || (node.controlType === 'Image' && isIcon(node.bounds, scale))),
    test: (_, __, { actions, patterns, text }) =>
      patterns.some((pattern) => ['invoke', 'toggle', 'scroll', 'expand', 'select'].includes(pattern)) ||
      (text?.selections.length ?? 0) > 0 ||
      (text?.caret !== null && text !== null && text.length > 0 && patterns.includes('text')) ||
      actions.some((action) => !/focus|menu/i.test(action))
        ? 'pass'
        : { measured: 'It can take the focus but has no action.' },
  }),
  rowRule({
    id: 'focus-hidden',
    group: 'focus',
    title: 'A hidden control has the focus',
    harm: 'Nobody sees where key presses go.',
    severity: 'error',
    standards: ['WCAG 2.4.7'],
    fix: fix('Move the focus before hiding the control.'),
    subject: (entry, scene) =>
      has(entry.node, 'focused') &&
      entry.children.length === 0 &&
      entry.node.bounds !== null &&
      !isChosenTab(entry, scene),
    test: ({ node }) => (has(node, 'visible') ? 'pass' : { measured: 'It has the focus and is hidden.' }),
  }),
];

/** Buttons of the window's frame, and parts of a title bar. */
const isFrame = (role: string) => role === 'title bar' || role === 'header bar' || role === 'info bar';

/** The form used by tooltips: “Next (F3)”, “Save [Ctrl+S]”. */
function hasShortcut({ name, description }: Entry['node']): boolean {
  return /[([](?:F\d{1,2}|(?:Ctrl|Alt|Shift|Meta)\+\S.*|Esc(?:ape)?)[)\]]/i.test(`${name} ${description}`);
}

/** GTK draws the buttons that close and minimise; none of their siblings takes focus. */
function isInFrame({ node, parent }: Entry, { window, scale }: Scene): boolean {
  const buttons = parent?.children.filter((child) => child.node.controlType === 'Button') ?? [];
  const isOnTop = node.bounds !== null && node.bounds.y - window.y < 60 * scale;
  return isOnTop && buttons.length <= 3 && buttons.every((button) => !has(button.node, 'focusable'));
}

/** Qt puts the close and float buttons of a dock side by side, without a container. */
function isOfDock({ node, parent }: Entry): boolean {
  const pair = parent?.children.filter((child) => ['Close', 'Float'].includes(child.node.name)) ?? [];
  return node.controlType === 'Button' && pair.length === 2 && pair.some((child) => child.node === node);
}

/** Anything larger may be a canvas: a drawing, or a document that the app draws and handles keys for itself. */
const largestIcon = 128;

function isIcon(bounds: Rect | null, scale: number): boolean {
  return bounds !== null && Math.max(bounds.width, bounds.height) <= largestIcon * scale;
}

function placeKey({ node: { bounds } }: Entry): string {
  return bounds === null ? '' : `${bounds.x},${bounds.y},${bounds.width},${bounds.height}`;
}

const twins = new WeakMap<Scene, ReadonlyMap<string, readonly Entry[]>>();

function twinsOf(scene: Scene): ReadonlyMap<string, readonly Entry[]> {
  const known = twins.get(scene);
  if (known) return known;
  const made = new Map<string, Entry[]>();
  for (const entry of scene.entries) {
    const { usable, owner, node } = entry;
    if (!usable || owner !== null || node.bounds === null || node.controlType === 'MenuItem') continue;
    const place = made.get(placeKey(entry));
    if (place) place.push(entry);
    else made.set(placeKey(entry), [entry]);
  }
  twins.set(scene, made);
  return made;
}

/** High enough for anything within reach to be in the same or an adjacent band. */
const band = 64;
const bands = new WeakMap<Scene, ReadonlyMap<number, readonly Entry[]>>();

/** Targets in the window's bands around a place. */
function targetsNear(scene: Scene, { y, height }: Rect): readonly Entry[] {
  let known = bands.get(scene);
  if (!known) bands.set(scene, (known = inBands(scene)));
  const middle = Math.floor((y + height / 2) / (band * scene.scale));
  return known.get(middle) ?? [];
}

function inBands({ entries, scale }: Scene): ReadonlyMap<number, readonly Entry[]> {
  const made = new Map<number, Entry[]>();
  for (const entry of entries) {
    const { usable, owner, node } = entry;
    if (!usable || owner !== null || node.bounds === null || isEmpty(node.bounds)) continue;
    const { y, height } = node.bounds;
    const [first, last] = [y, y + height].map((edge) => Math.floor(edge / (band * scale)));
    for (let at = (first ?? 0) - 1; at <= (last ?? 0) + 1; at++) {
      const there = made.get(at);
      if (there) there.push(entry);
      else made.set(at, [entry]);
    }
  }
  return made;
}

function nested(a: Entry, b: Entry): boolean {
  return [...around(a)].includes(b) || [...around(b)].includes(a);
}

/** Whether the minimum-size circle around the centre of a target overlaps another target, or the circle of a small one. */
function meets(bounds: Rect, { node }: Entry, least: number): boolean {
  const other = node.bounds;
  if (other === null || isEmpty(other) || sameRect(other, bounds)) return false;
  const [x, y] = [bounds.x + bounds.width / 2, bounds.y + bounds.height / 2];
  const isSmall = Math.min(other.width, other.height) < least;
  const [dx, dy] = isSmall
    ? [x - (other.x + other.width / 2), y - (other.y + other.height / 2)]
    : [outside(x, other.x, other.width), outside(y, other.y, other.height)];
  return Math.hypot(dx, dy) < (isSmall ? least : least / 2);
}

function outside(at: number, from: number, size: number): number {
  return Math.max(from - at, 0, at - from - size);
}

/** Whether it reaches beyond its container or ends exactly at its edge. */
function isCut({ node, parent }: Entry): boolean {
  const [inner, outer] = [node.bounds, parent?.node.bounds];
  if (!inner || !outer) return false;
  const shared = intersect(inner, outer);
  return shared === null || !sameRect(shared, inner);
}
