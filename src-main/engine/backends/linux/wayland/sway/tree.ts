import { z } from 'zod';
import type { Rect } from '#contract/model/geometry';
import type { WindowId } from '#contract/model/windows/window';
import { formatWindowId } from '../../x11/display/ids.ts';
import type { CompositorWindow } from '../compositor.ts';

const rect = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** The used fields of a node in sway's tree: sway-ipc(7), GET_TREE. */
interface SwayNode {
  readonly id: number;
  readonly type: string;
  readonly name: string | null;
  readonly focused: boolean;
  readonly urgent: boolean;
  /** Excluding the title bar. */
  readonly rect: Rect;
  /** The app's content, relative to `rect`. */
  readonly window_rect: Rect;
  readonly deco_rect: Rect;
  readonly fullscreen_mode?: number | undefined;
  readonly pid?: number | undefined;
  readonly app_id?: string | null | undefined;
  /** Its X11 id, if it is an XWayland window. */
  readonly window?: number | null | undefined;
  readonly window_properties?: { readonly class?: string | undefined } | undefined;
  readonly visible?: boolean | undefined;
  /** Its id in window protocols, from sway 1.11 on. */
  readonly foreign_toplevel_identifier?: string | null | undefined;
  readonly nodes: readonly SwayNode[];
  readonly floating_nodes: readonly SwayNode[];
  /** Ids of its children, most recently focused first. */
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

/** The window event for a focus change. */
export const swayFocus = z.object({ change: z.literal('focus'), container: z.object({ id: z.number() }) });

export const swayOutcome = z.array(z.object({ success: z.boolean(), error: z.string().optional() }));

export const swayVersion = z.object({ human_readable: z.string(), loaded_config_file_name: z.string().optional() });

export const swayConfig = z.object({ config: z.string() });

/** Where sway keeps minimised windows. */
const scratchpad = '__i3_scratch';
/** X ids fit into 32 bits; sway's are distinguished by an additional bit. */
const swayBit = 2 ** 32;

/** The part of a tree on one workspace. */
export interface Workspace {
  readonly name: string;
  readonly isScratchpad: boolean;
  /** Topmost first. */
  readonly windows: readonly SwayNode[];
}

/** A window with sway's id. */
export interface SwayWindow extends CompositorWindow {
  readonly container: number;
  readonly isFloating: boolean;
  /** Its id in protocols; empty if sway does not report it. */
  readonly identifier: string;
}

/** In sway's order. */
export function workspacesIn(root: SwayNode): readonly Workspace[] {
  return root.nodes.flatMap(({ nodes }) =>
    nodes.map((workspace) => ({
      name: workspace.name ?? '',
      isScratchpad: workspace.name === scratchpad,
      windows: windowsOf(workspace),
    })),
  );
}

/** All windows, topmost first: full-screen, floating, tiled. */
export function windowsIn(root: SwayNode): readonly SwayWindow[] {
  const workspaces = workspacesIn(root);
  const desktops = workspaces.filter(({ isScratchpad }) => !isScratchpad);
  // A window that extends beyond its output covers the windows of earlier outputs.
  const found = [...workspaces].reverse().flatMap((workspace) => {
    const index = desktops.indexOf(workspace);
    return workspace.windows.map((node) => toWindow(node, index < 0 ? null : index));
  });
  const isAbove = ({ state, isFloating }: SwayWindow) => (state === 'fullscreen' ? 2 : isFloating ? 1 : 0);
  return found.sort((a, b) => isAbove(b) - isAbove(a));
}

/** Of a container, by focus order: focusing raises floating windows. */
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

/** The title bar is above; tabbed and stacked containers share theirs. */
function withTitle(rect: Rect, title: Rect): Rect {
  const isOwn = title.height > 0 && title.width === rect.width && title.y + title.height === rect.y;
  return isOwn ? { ...rect, y: title.y, height: rect.height + title.height } : rect;
}
