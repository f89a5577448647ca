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

/** The vocabulary on every platform: UI Automation's control types. */
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

/** The facts of a tree row and for selector matching. */
export interface ElementNode {
  readonly id: ElementId;
  readonly controlType: ControlType;
  /** The platform's word, e.g. `push button`. */
  readonly role: string;
  readonly name: string;
  /** Developer-assigned identity (AutomationId, accessible-id); empty if none. */
  readonly automationId: string;
  readonly description: string;
  /** Its readable text or value; null if it has none or hides it (password). */
  readonly value: string | null;
  readonly states: readonly ElementState[];
  /** Physical screen pixels; null if it has no bounds. */
  readonly bounds: Rect | null;
  /** As reported by the platform; may exceed the children actually returned. */
  readonly childCount: number;
}

/** A node with its read children; `children` is missing if they were not read. */
export interface TreeNode extends ElementNode {
  readonly children?: readonly TreeNode[];
}

/**
 * `raw`: everything the platform reports. `control`: elements a person or an agent can use. `content`: of those, the ones that
 * state
 * or contain something. Ids, selectors and paths are the same in all views: they always count in `raw`.
 */
export const treeViews = ['raw', 'control', 'content'] as const;
export type TreeView = (typeof treeViews)[number];

export interface TreeSnapshot {
  readonly window: WindowId;
  /** The window's root, or the element where reading began. */
  readonly root: TreeNode;
  readonly nodeCount: number;
  /** Why nodes are missing, or null for a complete tree. */
  readonly truncated: 'nodes' | 'depth' | 'time' | null;
  readonly elapsedMs: number;
  /** Why the tree reports less than the window shows; null if complete. */
  readonly diagnosis: Diagnosis | null;
}

/** All facts about one element. */
export interface ElementDetails extends ElementNode, ElementFacts {
  /** The platform's native id; part of {@link ElementNode.id}. */
  readonly runtimeId: string;
  readonly patterns: readonly Pattern[];
  /** Native action names, e.g. `click`, `press`. */
  readonly actions: readonly string[];
  /** Other platform properties by name, as text. */
  readonly properties: Readonly<Record<string, string>>;
  readonly window: { readonly id: WindowId; readonly title: string; readonly app: string; readonly processId: number };
  /** The app may not have processed the last keys or clicks from Deskscope. */
  readonly mayBeOlder?: true;
}

/** Explanation of {@link ElementDetails.mayBeOlder} for users. */
export const olderNote =
  'This may be older than the last keys or clicks: the app does not say whether it came to them.';

/** The element at a pixel. `ancestors` from the window down, excluding the element. */
export interface ElementHit {
  readonly element: ElementDetails;
  readonly ancestors: readonly ElementNode[];
  readonly window: WindowInfo;
}

export function hasState(node: Pick<ElementNode, 'states'>, state: ElementState): boolean {
  return node.states.includes(state);
}

/** Whether two names are the same: long names are truncated, in rows sooner than in details. */
export function isSameName(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short === long || (short.endsWith('…') && long.startsWith(short.slice(0, -1)));
}

/** `Button “7”`, as labels and sentences name an element. */
export function describeElement(node: Pick<ElementNode, 'controlType' | 'name'>): string {
  return node.name ? `${node.controlType} ${quoted(node.name)}` : node.controlType;
}
