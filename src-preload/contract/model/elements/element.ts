import { AppError } from '../../errors.ts';
import { quoted } from '../../foreign-text.ts';
import type { Diagnosis } from '../diagnosis.ts';
import type { ElementFacts } from './element-facts.ts';
import type { Rect } from '../geometry.ts';
import type { Pattern } from './pattern.ts';
import type { ElementId, ElementState } from '../schemas/element.ts';
import { isWindowId, type WindowId, type WindowInfo } from '../windows/window.ts';

export type { ElementId, ElementState };

export function formatElementId(window: WindowId, runtimeId: string): ElementId {
  return `window:${window}|runtime:${runtimeId}`;
}

/** @throws AppError `invalid_parameter` */
export function parseElementId(id: ElementId): { window: WindowId; runtimeId: string } {
  const match = /^window:(0x[0-9a-f]+)\|runtime:(.+)$/s.exec(id);
  const [, window = '', runtimeId = ''] = match ?? [];
  if (!isWindowId(window)) throw new AppError('invalid_parameter', `${quoted(id)} is not an element id.`);
  return { window, runtimeId };
}

/** One vocabulary on every platform: UI Automation's control types. */
export const controlTypes = [
  'AppBar',
  'Button',
  'Calendar',
  'CheckBox',
  'ComboBox',
  'Custom',
  'DataGrid',
  'DataItem',
  'Document',
  'Edit',
  'Group',
  'Header',
  'HeaderItem',
  'Hyperlink',
  'Image',
  'List',
  'ListItem',
  'Menu',
  'MenuBar',
  'MenuItem',
  'Pane',
  'ProgressBar',
  'RadioButton',
  'ScrollBar',
  'SemanticZoom',
  'Separator',
  'Slider',
  'Spinner',
  'SplitButton',
  'StatusBar',
  'Tab',
  'TabItem',
  'Table',
  'Text',
  'Thumb',
  'TitleBar',
  'ToolBar',
  'ToolTip',
  'Tree',
  'TreeItem',
  'Window',
] as const;
export type ControlType = (typeof controlTypes)[number];

/** What a tree row shows, and what selectors are matched against. */
export interface ElementNode {
  readonly id: ElementId;
  readonly controlType: ControlType;
  /** The platform's own word, e.g. `push button`. */
  readonly role: string;
  readonly name: string;
  /** Developer-given identity (AutomationId, accessible-id); empty if there is none. */
  readonly automationId: string;
  readonly description: string;
  /** Text or value a person would read in it; null if it has none or hides it (password). */
  readonly value: string | null;
  readonly states: readonly ElementState[];
  /** Physical screen pixels; null if it has no place on the screen. */
  readonly bounds: Rect | null;
  /** As the platform reports, which may be more than a walk returns. */
  readonly childCount: number;
}

/** A node with the children that were read; `children` is missing if nobody looked yet. */
export interface TreeNode extends ElementNode {
  readonly children?: readonly TreeNode[];
}

/**
 * `raw`: everything the platform reports. `control`: what a person or an agent can use. `content`: of that, what reports or holds
 * something. Ids, selectors and paths are the same in all of them: they always count in `raw`.
 */
export const treeViews = ['raw', 'control', 'content'] as const;
export type TreeView = (typeof treeViews)[number];

export interface TreeSnapshot {
  readonly window: WindowId;
  /** The window's root, or the element the reading began at. */
  readonly root: TreeNode;
  readonly nodeCount: number;
  /** Why nodes are missing, or null for a complete tree. */
  readonly truncated: 'nodes' | 'depth' | 'time' | null;
  readonly elapsedMs: number;
  /** Why the tree reports less than the window shows; null if all is well. */
  readonly diagnosis: Diagnosis | null;
}

/** Everything about one element. */
export interface ElementDetails extends ElementNode, ElementFacts {
  /** What the platform calls it; part of {@link ElementNode.id}. */
  readonly runtimeId: string;
  readonly patterns: readonly Pattern[];
  /** Native action names, e.g. `click`, `press`. */
  readonly actions: readonly string[];
  /** What else the platform reports, by name; already text. */
  readonly properties: Readonly<Record<string, string>>;
  readonly window: { readonly id: WindowId; readonly title: string; readonly app: string; readonly processId: number };
  /** The app may not have come to the last keys or clicks that Deskscope sent it. */
  readonly mayBeOlder?: true;
}

/** What {@link ElementDetails.mayBeOlder} means, for anyone who reads it. */
export const olderNote =
  'This may be older than the last keys or clicks: the app does not say whether it came to them.';

/** What is under a pixel. `ancestors` from the window down, without the element itself. */
export interface ElementHit {
  readonly element: ElementDetails;
  readonly ancestors: readonly ElementNode[];
  readonly window: WindowInfo;
}

export function hasState(node: Pick<ElementNode, 'states'>, state: ElementState): boolean {
  return node.states.includes(state);
}

/** Whether both are one name: long names are cut, in rows sooner than in details. */
export function isSameName(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short === long || (short.endsWith('…') && long.startsWith(short.slice(0, -1)));
}

/** `Button “7”`, as labels and sentences name an element. */
export function describeElement(node: Pick<ElementNode, 'controlType' | 'name'>): string {
  return node.name ? `${node.controlType} ${quoted(node.name)}` : node.controlType;
}
