import { z } from 'zod';
import type { Rect } from '#contract/model/geometry';
import type { WindowId } from '#contract/model/windows/window';
import { formatWindowId } from '../../x11/display/ids.ts';
import type { CompositorWindow } from '../compositor.ts';

const rect = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** What is used of a node of sway's tree: sway-ipc(7), GET_TREE. */
interface SwayNode {
  readonly id: number;
  readonly type: string;
  readonly name: string | null;
  readonly focused: boolean;
  readonly urgent: boolean;
  /** Without the title bar. */
  readonly rect: Rect;
  /** The app's content, from the corner of `rect`. */
  readonly window_rect: Rect;
  readonly deco_rect: Rect;
  readonly fullscreen_mode?: number | undefined;
  readonly pid?: number | undefined;
  readonly app_id?: string | null | undefined;
  /** Its id in X11, where it comes through XWayland. */
  readonly window?: number | null | undefined;
  readonly window_properties?: { readonly class?: string | undefined } | undefined;
  readonly visible?: boolean | undefined;
  /** By this the protocols of windows know it, from sway 1.11 on. */
  readonly foreign_toplevel_identifier?: string | null | undefined;
  readonly nodes: readonly SwayNode[];
  readonly floating_nodes: readonly SwayNode[];
  /** Ids of its children, the one that had the focus last first. */
  readonly focus: readonly number[];
}

export const swayTree: z.ZodType<SwayNode> = z.lazy(() =>
  z.object({
    id: z.number(),
    type: z.string(),
    name: z.string().nullable(),
    focused: z.boolean(),
    urgent: z.boolean(),
    rect,
    window_rect: rect,
    deco_rect: rect,
    fullscreen_mode: z.number().optional(),
    pid: z.number().optional(),
    app_id: z.string().nullish(),
    window: z.number().nullish(),
    window_properties: z.object({ class: z.string().optional() }).optional(),
    visible: z.boolean().optional(),
    foreign_toplevel_identifier: z.string().nullish(),
    nodes: z.array(swayTree),
    floating_nodes: z.array(swayTree),
    focus: z.array(z.number()),
  }),
);

export const swayWorkspaces = z.array(z.object({ name: z.string(), focused: z.boolean() }));

/** Of the events of windows, that of another one that has the focus. */
export const swayFocus = z.object({ change: z.literal('focus'), container: z.object({ id: z.number() }) });

export const swayOutcome = z.array(z.object({ success: z.boolean(), error: z.string().optional() }));

export const swayVersion = z.object({ human_readable: z.string(), loaded_config_file_name: z.string().optional() });

export const swayConfig = z.object({ config: z.string() });

/** Where sway keeps windows that were put away. */
const scratchpad = '__i3_scratch';
/** Ids of X fit into 32 bits; those of sway are distinguished from them by one bit more. */
const swayBit = 2 ** 32;

/** What of a tree is on one workspace. */
export interface Workspace {
  readonly name: string;
  readonly isScratchpad: boolean;
  /** Topmost first. */
  readonly windows: readonly SwayNode[];
}

/** A window with the number by which sway knows it. */
export interface SwayWindow extends CompositorWindow {
  readonly container: number;
  readonly isFloating: boolean;
  /** What protocols call it; empty if sway does not report. */
  readonly identifier: string;
}

/** In the order in which sway keeps them. */
export function workspacesIn(root: SwayNode): readonly Workspace[] {
  return root.nodes.flatMap(({ nodes }) =>
    nodes.map((workspace) => ({
      name: workspace.name ?? '',
      isScratchpad: workspace.name === scratchpad,
      windows: windowsOf(workspace),
    })),
  );
}

/** All windows, topmost first: what fills a screen over what floats over what is tiled. */
export function windowsIn(root: SwayNode): readonly SwayWindow[] {
  const workspaces = workspacesIn(root);
  const desktops = workspaces.filter(({ isScratchpad }) => !isScratchpad);
  // What reaches out of its output covers all that belongs to outputs before that one.
  const found = [...workspaces].reverse().flatMap((workspace) => {
    const index = desktops.indexOf(workspace);
    return workspace.windows.map((node) => toWindow(node, index < 0 ? null : index));
  });
  const isAbove = ({ state, isFloating }: SwayWindow) => (state === 'fullscreen' ? 2 : isFloating ? 1 : 0);
  return found.sort((a, b) => isAbove(b) - isAbove(a));
}

/** Of a container, as its focus went: what floats was raised by it. */
function windowsOf(node: SwayNode): readonly SwayNode[] {
  if (node.pid !== undefined) return [node];
  const tiled = node.focus.flatMap((id) => node.nodes.filter((child) => child.id === id));
  return [...[...node.floating_nodes].reverse(), ...tiled].flatMap(windowsOf);
}

function toWindow(node: SwayNode, desktop: number | null): SwayWindow {
  const { rect, window_rect: inner, deco_rect: title } = node;
  const content = { x: rect.x + inner.x, y: rect.y + inner.y, width: inner.width, height: inner.height };
  const isX = typeof node.window === 'number';
  const isFullscreen = node.fullscreen_mode !== 0;
  return {
    id: isX ? formatWindowId(node.window ?? 0) : (`0x${(swayBit + node.id).toString(16)}` satisfies WindowId),
    container: node.id,
    isX,
    isFloating: node.type === 'floating_con',
    identifier: node.foreign_toplevel_identifier ?? '',
    title: node.name ?? '',
    className: node.app_id ?? node.window_properties?.class ?? '',
    processId: node.pid ?? 0,
    frame: isFullscreen ? rect : withTitle(rect, title),
    content,
    buffer: null,
    state: desktop === null ? 'minimized' : isFullscreen ? 'fullscreen' : 'normal',
    active: node.focused,
    shown: node.visible === true,
    desktop,
    alwaysOnTop: false,
    demandsAttention: node.urgent,
  };
}

/** The title bar lies above; that of tabs, and of stacks, belongs to all of them. */
function withTitle(rect: Rect, title: Rect): Rect {
  const isOwn = title.height > 0 && title.width === rect.width && title.y + title.height === rect.y;
  return isOwn ? { ...rect, y: title.y, height: rect.height + title.height } : rect;
}
