import { ariaRoleOf } from '#contract/model/elements/aria-roles';
import type { ElementState } from '#contract/model/elements/element';
import type { RawNode } from '../../engine/backend.ts';

/** Lay out others and report nothing themselves. */
const containers: ReadonlySet<string> = new Set(
  `filler, panel, scroll pane, viewport, section, layered pane, split pane, root pane, grouping, unknown, generic, group, pane, redundant object, embedded, application`.split(
    ', ',
  ),
);
/** GTK 4 names elements that have no name by their class. */
const className = /^(Gtk|Adw|Gdk)[A-Z]\w+$/;

const shown = ['checked', 'expanded', 'selected'] as const satisfies readonly ElementState[];

/** One element of a tree as text. */
export interface TextNode {
  readonly role: string;
  readonly name: string;
  readonly states: readonly string[];
  readonly value: string | null;
  readonly children: readonly TextNode[];
}

/** The visible parts of an element and its descendants; containers without a name are omitted. */
export function textNodesOf(node: RawNode): readonly TextNode[] {
  // A single tab is not shown, and its page is.
  if (!node.states.includes('visible'))
    return node.controlType === 'TabItem' ? (node.children ?? []).flatMap(textNodesOf) : [];
  const name = className.test(node.name) ? '' : node.name;
  const children = (node.children ?? []).flatMap(textNodesOf);
  if (name === '' && node.value === null && containers.has(node.role)) return children;
  const states = [
    ...shown.filter((state) => node.states.includes(state)),
    ...(node.states.includes('enabled') ? [] : ['disabled']),
  ];
  const value = node.value === name ? null : node.value;
  return [{ role: ariaRoleOf(node), name, states, value, children }];
}

/** The tree as lines: `- role "name" [state]: "value"`, with children indented by two spaces. */
export function treeText(nodes: readonly TextNode[], depth = 0): string {
  const lines = nodes.map(({ role, name, states, value, children }) => {
    const own = [role, name && JSON.stringify(name), ...states.map((state) => `[${state}]`)].filter(Boolean).join(' ');
    const line = `${'  '.repeat(depth)}- ${own}${value === null ? '' : `: ${JSON.stringify(value)}`}`;
    return [line, treeText(children, depth + 1)].filter(Boolean).join('\n');
  });
  return lines.join('\n');
}

/** A tree as written in a test: a name may be a pattern, and omitted parts match anything. */
interface WantedNode {
  readonly role: string;
  readonly name: string | RegExp | null;
  readonly states: readonly string[];
  readonly value: string | null;
  readonly children: WantedNode[];
}

const line = /^(\s*)- ([\w ]+?)(?: ("(?:[^"\\]|\\.)*"|\/(?:[^/\\]|\\.)*\/[imsu]*))?((?: \[[a-z]+\])*)(?:: (".*"))?$/;

/** @throws SyntaxError naming the line that cannot be read */
export function parseTree(text: string): readonly WantedNode[] {
  const root: WantedNode = { role: '', name: null, states: [], value: null, children: [] };
  const open: { readonly indent: number; readonly node: WantedNode }[] = [{ indent: -1, node: root }];
  for (const [index, written] of text.split('\n').entries()) {
    if (written.trim() === '') continue;
    const [, blanks = '', role = '', name, states = '', value] = line.exec(written) ?? [];
    if (role === '')
      throw new SyntaxError(
        `Line ${index + 1} of the tree is not \`- role "name" [state]: "value"\`: ${written.trim()}`,
      );
    const node: WantedNode = {
      role,
      name: name === undefined ? null : nameIn(name),
      states: [...states.matchAll(/\[([a-z]+)\]/g)].map(([, state = '']) => state),
      value: value === undefined ? null : (JSON.parse(value) as string),
      children: [],
    };
    while ((open.at(-1)?.indent ?? -1) >= blanks.length) open.pop();
    open.at(-1)?.node.children.push(node);
    open.push({ indent: blanks.length, node });
  }
  return root.children;
}

function nameIn(text: string): string | RegExp {
  if (text.startsWith('"')) return JSON.parse(text) as string;
  const end = text.lastIndexOf('/');
  return new RegExp(text.slice(1, end), text.slice(end + 1));
}

/** Whether the wanted nodes are there, in this order and side by side, however deep; others may stand between them. */
export function treeMatches(nodes: readonly TextNode[], wanted: readonly WantedNode[]): boolean {
  return inOrder(nodes, wanted) || nodes.some(({ children }) => treeMatches(children, wanted));
}

function inOrder(nodes: readonly TextNode[], wanted: readonly WantedNode[]): boolean {
  let at = 0;
  return wanted.every((one) => {
    while (at < nodes.length) if (isIt(nodes[at++] as TextNode, one)) return true;
    return false;
  });
}

function isIt(node: TextNode, { role, name, states, value, children }: WantedNode): boolean {
  return (
    node.role === role &&
    (name === null || (typeof name === 'string' ? node.name === name : name.test(node.name))) &&
    states.every((state) => node.states.includes(state)) &&
    (value === null || node.value === value) &&
    (children.length === 0 || inOrder(node.children, children))
  );
}
