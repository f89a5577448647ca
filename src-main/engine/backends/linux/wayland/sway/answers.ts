import { z } from 'zod';
import type { Rect } from '#contract/model/geometry';

const rect = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** What is used of a node of sway's tree: sway-ipc(7), GET_TREE. */
export interface SwayNode {
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
