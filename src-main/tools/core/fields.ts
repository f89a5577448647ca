import { z } from 'zod';
import { mouseButton } from '#contract/model/schemas/action';
import { windowArgument } from '../target/target-input.ts';

/** The words that the small set has for what several of its tools take: as few as a model needs. */
export const window = z
  .string()
  .describe('Its title or a part of it, program, pid or handle; the one in front by default.');
export const element = z.string().describe('Its ref (e12), selector (role=Button name="Save") or place (480,330).');
export const name = z.string().describe('Or its name, or a part of it.');
export const controlType = z.string().describe('And its type: Button, Edit, …');
export const places = z.boolean().describe('Include bounds in screen pixels.');
export const offset = z.int().describe('The next page, as the note says.');

export const timeout = z.int().describe('To wait; 5000 by default.');

/** How an element is named. */
export const target = {
  element: element.optional(),
  name: name.optional(),
  control_type: controlType.optional(),
  window: window.optional(),
};

export const button = mouseButton.optional();

/** What every tool of the set takes, and what is reported once, when a client connects. */
export const always = {
  places: z.boolean().optional(),
  structured: z.boolean().optional(),
};

/** A side of a place or of a region. */
export const pixels = z.int({
  // Of what is missing only that is said.
  error: ({ input }) =>
    input === undefined ? undefined : 'expected whole screen pixels; fractions of a window go to click_on_coordinates',
});

export const region = z.strictObject(
  { x: pixels, y: pixels, width: z.int().positive(), height: z.int().positive() },
  {
    error:
      'expected x, y, width and height, or left, top, right and bottom, by name: a bare list can be read in two ways',
  },
);

/** Every form in which a window may be named. */
export const anyWindow = z.union([z.string().min(1), windowArgument], {
  error: 'expected its title, program, pid or handle as a text, or an object with title, app or handle',
});
