import { quoted } from '#contract/foreign-text';
import { formatSelector, type Selector, type SelectorStep } from '#contract/model/elements/selector';
import { editsBetween } from '../../base/text-bounds.ts';
import type { RawNode } from '../backend.ts';
import { descend } from '../tree/walk.ts';
import { follow, matchSelector, sameRole } from './match.ts';
import { gridPlaceOf } from './relations/grid.ts';
import { labelOf } from './relations/label.ts';
import { plainLabel } from './relations/words.ts';

/** An element that a selector nearly matches. */
export interface RawNearMiss {
  readonly node: RawNode;
  /** The mismatch, e.g. `its name is another`. */
  readonly why: string;
}

/** How much a property differs, from 0 to 1, and a description. */
interface Difference {
  readonly cost: number;
  readonly why: string;
}

/** Words less alike than this are different. */
const leastAlike = 0.5;
/** Only this many characters are compared. */
const longestCompared = 60;

/**
 * The elements that match the selector except for one or two of its conditions, nearest first. An element without any matching
 * property of its own (id, words of its name or description) is not a near miss.
 */
export function nearMisses(root: RawNode, selector: Selector, limit: number): readonly RawNearMiss[] {
  const wanted = selector.at(-1);
  if (!wanted) return [];
  const scope = selector.slice(0, -1);
  const inside = scope.length === 0 ? null : new Set(matchSelector(root, [...scope, {}]));
  const misses = [...descend(root)].flatMap((node) => {
    const outside = inside !== null && !inside.has(node);
    const differences = [...differencesOf(root, node, wanted), ...(outside ? [notInside(scope)] : [])];
    if (differences.length === 0 || !isNear(root, node, wanted)) return [];
    if (!node.states.includes('visible')) differences.push(hidden);
    const cost = differences.reduce((sum, difference) => sum + difference.cost, 0);
    return [{ node, cost, why: differences.map(({ why }) => why).join(', ') }];
  });
  const nearest = misses.sort((a, b) => a.cost - b.cost).map(({ node, why }) => ({ node, why }));
  return eachOnce([...tooFew(root, selector), ...atPath(root, selector), ...nearest]).slice(0, limit);
}

function eachOnce(misses: readonly RawNearMiss[]): readonly RawNearMiss[] {
  const seen = new Set<RawNode>();
  return misses.filter(({ node }) => !seen.has(node) && seen.add(node));
}

function differencesOf(root: RawNode, node: RawNode, step: SelectorStep): Difference[] {
  const { role, id, name, nameContains, description } = step;
  const words = name ?? nameContains;
  const isCalled =
    (name === undefined || node.name === name) &&
    (nameContains === undefined || node.name.toLowerCase().includes(nameContains.toLowerCase()));
  const found: (Difference | false)[] = [
    role !== undefined && !sameRole(node, role) && { cost: 0.5, why: `it is no ${role}` },
    id !== undefined && node.automationId !== id && { cost: 0.6, why: otherwise('id', node.automationId) },
    !isCalled && otherName(node, words ?? ''),
    description !== undefined &&
      node.description !== description && { cost: 0.4, why: otherwise('description', node.description) },
    ...relationsOf(root, node, step),
  ];
  return found.filter((difference) => difference !== false);
}

/** Mismatches of its surroundings. */
function relationsOf(root: RawNode, node: RawNode, { label, row, column }: SelectorStep): (Difference | false)[] {
  const found = labelOf(root, node);
  const place = gridPlaceOf(root, node);
  return [
    label !== undefined &&
      found !== plainLabel(label) && { cost: 1 - alike(found, label), why: otherwise('label', found) },
    row !== undefined && !place.row.includes(row) && { cost: 0.5, why: otherwise('row', place.row[0] ?? '') },
    column !== undefined && place.column !== column && { cost: 0.5, why: otherwise('column', place.column) },
  ];
}

/** What a person reads on an element may be its tooltip, and its name an abbreviation. */
function otherName({ name, description }: RawNode, words: string): Difference {
  const [byName, byDescription] = [alike(name, words), alike(description, words)];
  if (byDescription < leastAlike || byDescription <= byName) return { cost: 1 - byName, why: otherwise('name', name) };
  return { cost: 1 - byDescription, why: `its name is another, its description ${quoted(description)}` };
}

/** The message already contains the element's name. */
function otherwise(what: string, found: string): string {
  if (found === '') return `it has no ${what}`;
  return what === 'name' ? 'its name is another' : `its ${what} is ${quoted(found)}`;
}

const hidden: Difference = { cost: 0.2, why: 'it is not visible' };

function notInside(scope: Selector): Difference {
  return { cost: 0.3, why: `it is not inside ${quoted(formatSelector(scope))}` };
}

/** Only own properties count: being a button, or in that dialog, is true of many. */
function isNear(root: RawNode, node: RawNode, step: SelectorStep): boolean {
  const { id, name, nameContains, label, description, row, column } = step;
  if (id !== undefined && node.automationId === id) return true;
  if (description !== undefined && description !== '' && node.description === description) return true;
  if (label !== undefined && alike(labelOf(root, node), label) >= leastAlike) return true;
  if (row !== undefined && column !== undefined && gridPlaceOf(root, node).row.includes(row)) return true;
  const words = name ?? nameContains ?? '';
  return Math.max(alike(node.name, words), alike(node.description, words)) >= leastAlike;
}

/** Similarity of two names, from 0 to 1: letters kept, or words in common. */
function alike(a: string, b: string): number {
  const [one, other] = [plain(a), plain(b)];
  if (one === '' || other === '') return 0;
  const longer = Math.max(one.length, other.length);
  const shorter = Math.min(one.length, other.length);
  // If most letters are extra, they need not be compared.
  const letters = shorter < longer * leastAlike ? 0 : 1 - editsBetween(one, other) / longer;
  return Math.max(letters, wordsInCommon(one, other));
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim()
    .slice(0, longestCompared);
}

/** All the words of the shorter name count 0.8: “Save” and “Save as” are near, though most letters differ. */
function wordsInCommon(one: string, other: string): number {
  const [ours, theirs] = [new Set(one.split(' ')), new Set(other.split(' '))];
  const common = [...ours].filter((word) => theirs.has(word)).length;
  return (0.8 * common) / Math.min(ours.size, theirs.size);
}

/** Matches of the other conditions, if there are fewer than the ordinal requires. */
function tooFew(root: RawNode, selector: Selector): RawNearMiss[] {
  const { nth, ...step } = selector.at(-1) ?? {};
  if (nth === undefined) return [];
  const fitting = matchSelector(root, [...selector.slice(0, -1), step]);
  const last = fitting.at(-1);
  const count = fitting.length === 1 ? 'the only one' : `the last of ${fitting.length}`;
  return last ? [{ node: last, why: `it is ${count}, and number ${nth + 1} is wanted` }] : [];
}

/** The element at the path, if it is a different one. */
function atPath(root: RawNode, selector: Selector): RawNearMiss[] {
  const { path, ...step } = selector.at(-1) ?? {};
  if (!path) return [];
  return matchScopes(root, selector.slice(0, -1)).flatMap((scope) => {
    const node = follow(scope, path);
    const why = node ? differencesOf(root, node, step).map((difference) => difference.why) : [];
    if (!node || why.length === 0) return [];
    return [{ node, why: ['it is at that path', ...why].join(', ') }];
  });
}

function matchScopes(root: RawNode, scope: Selector): readonly RawNode[] {
  return scope.length === 0 ? [root] : matchSelector(root, scope);
}
