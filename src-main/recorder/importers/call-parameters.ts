import { z } from 'zod';
import { modifier, mouseButton } from '#contract/model/schemas/action';
import { windowRole } from '#contract/model/schemas/window';

const fraction = z.number().min(0).max(1);
/** `x` is UFO's word for the button that goes back. */
export const callButton = z.enum([...mouseButton.options, 'x']).default('left');
const elementFields = {
  name: z.string().optional(),
  selector: z.string().optional(),
  alternatives: z.array(z.string()).default([]),
  window: z
    .object({ title: z.string(), app: z.string(), class_name: z.string(), role: windowRole, owner: z.string() })
    .partial()
    .optional(),
  secret: z.boolean().default(false),
};
/** How every call may name an element and its window. */
export type Named = z.output<z.ZodObject<typeof elementFields>>;
const click = z.object({
  ...elementFields,
  button: callButton,
  double: z.boolean().default(false),
  modifiers: z.array(modifier).default([]),
});
const place = click.extend({ x: fraction, y: fraction });
const drag = z.object({
  ...elementFields,
  start_x: fraction,
  start_y: fraction,
  end_x: fraction,
  end_y: fraction,
  button: callButton,
});
const editText = z.object({ ...elementFields, text: z.string(), clear_current_text: z.boolean().default(false) });
const keyboard = z.object({ ...elementFields, keys: z.string().min(1), control_focus: z.boolean().default(true) });
/** The tools for windows name theirs beside their own arguments. */
const onWindow = z.object({
  title: z.string().optional(),
  app: z.string().optional(),
  class_name: z.string().optional(),
  role: windowRole.optional(),
  owner: z.string().optional(),
  handle: z
    .never('a handle is true only while its window is open: say title or app')
    .optional()
    .describe('Not in a recording: it is true only while its window is open.'),
});
/** How a window is called that a call means. */
export type WindowNamed = z.output<typeof onWindow>;
const switched = onWindow.extend({ on: z.boolean().default(true) });
const pixels = z.number().int();
const extent = pixels.positive();
const moved = onWindow
  .extend({ x: pixels, y: pixels, width: extent.optional(), height: extent.optional() })
  .refine(({ width, height }) => (width === undefined) === (height === undefined), 'give width and height, or neither');

/** What each call that is a step says, by the name of its tool: UFO's words, and those that name an element for good. */
export const callParameters = {
  click_input: click,
  click_on_coordinates: place,
  drag_on_coordinates: drag,
  set_edit_text: editText,
  keyboard_input: keyboard,
  wheel_mouse_input: z.object({ ...elementFields, wheel_dist: z.number().int().default(0) }),
  // No time at all stands for a check, which no tool makes.
  wait: z.object({ seconds: z.number().nonnegative() }),
  select_application_window: z.object({ id: z.string().optional(), name: z.string().min(1) }),
  launch_app: z.object({ command: z.string().min(1), args: z.array(z.string()).default([]) }),
  focus_window: onWindow,
  minimize_window: onWindow,
  maximize_window: onWindow,
  restore_window: onWindow,
  close_window: onWindow,
  set_fullscreen: switched,
  set_always_on_top: switched,
  move_window: moved,
  resize_window: onWindow.extend({ width: extent, height: extent }),
} as const;
