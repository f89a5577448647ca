import { quoted } from '#contract/foreign-text';
import type { ControlType } from '#contract/model/elements/element';
import { fix } from '../fixes.ts';
import { pictureRule, type Rule } from '../rule.ts';
import type { RawNode } from '../../backend.ts';
import { has, type Entry, type Scene } from '../scene.ts';

const written: ReadonlySet<ControlType> = new Set(['Text', 'Hyperlink', 'TabItem', 'Button', 'MenuItem']);
/** Height of a line of large text: WCAG's begins at 14 points bold, 18.7 pixels at 96 dpi. Controls of such text are as high. */
const largeLine = 21;
const largeControl = 30;
/** Less is a line or a shadow, not text. */
const leastInk = 0.01;

/** Width of a letter of small text, and height of two lines with a border, at 96 dpi. */
const [letter, twoLines] = [5, 40];

/** Whether a button may show its name. One of a toolbar shows an icon, whose name is longer. */
function hasRoom({ name, bounds, controlType }: RawNode, { scale }: Scene): boolean {
  if (controlType !== 'Button' || bounds === null) return true;
  return bounds.width >= name.length * letter * scale || bounds.height >= twoLines * scale;
}

export const picture: readonly Rule[] = [
  pictureRule({
    id: 'contrast-text',
    group: 'picture',
    title: 'Text has too little contrast',
    harm: 'People with low vision cannot read it.',
    severity: 'error',
    standards: ['WCAG 1.4.3'],
    fix: fix('Increase the contrast between text and background to at least 4.5 : 1.'),
    subject: (entry, scene) => {
      const { node, seen, name, children, owner } = entry;
      return (
        seen &&
        written.has(node.controlType) &&
        children.length === 0 &&
        /\p{L}{2}/u.test(name) &&
        hasRoom(node, scene) &&
        has(node, 'enabled') &&
        isEnabled(owner) &&
        !labelsDisabled(entry, scene)
      );
    },
    test(entry, scene, look) {
      const { node } = entry;
      const found = look.contrast(entry);
      if (found === null) return { incomplete: 'partly outside the picture' };
      const { ratio, ground, ink } = found;
      if (ratio >= 4.5) return 'pass';
      const large = node.controlType === 'Text' ? largeLine : largeControl;
      if ((node.bounds?.height ?? 0) >= large * scene.scale && ratio >= 3) {
        return { incomplete: 'may be large text, for which 3 : 1 is enough' };
      }
      if (ratio < 1.2) return { incomplete: 'nothing is drawn there' };
      // Only on a flat background is the farthest colour that of the text.
      if (ground < 0.5 || ink < leastInk) return { incomplete: 'the background has more than one colour' };
      return { measured: `Its contrast is ${ratio.toFixed(2)} : 1, below 4.5 : 1.` };
    },
  }),
  pictureRule({
    id: 'text-unexposed',
    group: 'picture',
    title: 'Visible text is not exposed',
    harm: 'It is drawn, but hidden from screen readers and tests.',
    severity: 'review',
    standards: ['WCAG 4.1.2'],
    fix: fix('Give the element that draws it an accessible name, or use a label of the toolkit.'),
    subject: ({ seen }) => seen,
    test(entry, scene, { words }) {
      if (words === null)
        return entry.parent === null ? { incomplete: 'no text was read from the picture', kind: 'judgement' } : 'pass';
      const unknown = words(entry).filter((word) => !windowsIn(scene).includes(word.toLowerCase()));
      return unknown.length === 0
        ? 'pass'
        : {
            measured: `It shows ${unknown
              .slice(0, 8)
              .map((word) => quoted(word))
              .join(', ')}.`,
          };
    },
  }),
];

const reported = new WeakMap<Scene, string>();

/** All text that elements report. */
function windowsIn(scene: Scene): string {
  const known = reported.get(scene);
  if (known !== undefined) return known;
  const texts = scene.entries.map(({ node }) => `${node.name} ${node.value ?? ''} ${node.description}`);
  const made = texts.join(' ').toLowerCase();
  reported.set(scene, made);
  return made;
}

const disabledNames = new WeakMap<Scene, ReadonlySet<string>>();

/** The label of a disabled control may be grey as well. */
function labelsDisabled({ node: { controlType }, name }: Entry, scene: Scene): boolean {
  if (controlType !== 'Text') return false;
  let known = disabledNames.get(scene);
  if (!known) {
    const disabled = scene.entries.filter(({ operable, node }) => operable && !has(node, 'enabled'));
    disabledNames.set(scene, (known = new Set(disabled.map((entry) => entry.name.trim()))));
  }
  return known.has(name.trim());
}

function isEnabled(owner: Entry | null): boolean {
  return owner === null || has(owner.node, 'enabled');
}
