import { z } from 'zod';
import { modifier, mouseButton } from '#contract/model/action';
import { windowRole } from '#contract/model/window';

const fraction = z.number().min(0).max(1);
/** `x` is UFO's word for the button that goes back. */
export const callButton = z.enum([...mouseButton.options, 'x']).default('left');
const elementFields = {
  name: z.string().optional(),
  selector: z.string().optional(),
  alternatives: z.array(z.string()).default([]),
  window: z
    .object({ title: z.string(), app: z.string(), class_name: z.string(), role: windowRole })
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

/** What each call that is a step says, by the name of its tool: UFO's words, and those that name an element for good. */
export const callParameters = {
  click_input: click,
  click_on_coordinates: place,
  drag_on_coordinates: drag,
  set_edit_text: editText,
  keyboard_input: keyboard,
  wheel_mouse_input: z.object({ ...elementFields, wheel_dist: z.number().int().default(0) }),
  wait: z.object({ seconds: z.number().positive() }),
  select_application_window: z.object({ id: z.string().optional(), name: z.string().min(1) }),
} as const;
