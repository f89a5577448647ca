import { z } from 'zod';
import { mouseButton } from '#contract/model/schemas/action';
import type { Tool } from '../define-tool.ts';
import { incomplete, missingParameters, type UiAction } from '../servers/ui-automation/action.ts';
import { windowArgument } from '../target/target-input.ts';
import { heldKeys, oneElement, oneWindow, ownNames, withoutEmpty, type Given } from './other-forms.ts';

/** Shared argument descriptions of the small set, as short as models allow. */
export const window = z
  .string()
  .describe('Its title or a part of it, program, pid or handle; the one in front by default.');

export const element = z.string().describe('Its ref (e12), selector (role=Button name="Save") or place (480,330).');

export const name = z.string().describe('Or its name, or a part of it.');

const controlType = z.string().describe('And its type: Button, Edit, …');

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

/** Arguments that every tool of the set accepts, described once when a client connects. */
const always = {
  places: z.boolean().optional(),
  structured: z.boolean().optional(),
};

/** The width or height of an area. */
export const pixels = z.int({
  // Missing arguments produce only this message.
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

/** Every form of naming a window. */
const anyWindow = z.union([z.string().min(1), windowArgument], {
  error: 'expected its title, program, pid or handle as a text, or an object with title, app or handle',
});

interface BriefWords {
  /** The first sentence is what clients search. */
  readonly description: string;
  /** Search words that the description lacks. */
  readonly wishes?: string;
  readonly shown: z.ZodRawShape;
  /** Parameters whose errors are more precise than the tool's own. */
  readonly takes?: z.ZodRawShape;
  /** Other forms that this tool accepts, after those common to all. */
  readonly reads?: (given: Given) => Record<string, unknown>;
  /** Its arguments have the names of a contract, which mean something else in the set. */
  readonly ownTerms?: boolean;
}

/** The same tool with a short schema, which accepts other forms of its arguments and omits positions by default. */
export function brief(
  tool: Tool,
  { description, wishes, shown, takes, reads = (given) => ({ ...given }), ownTerms = false }: BriefWords,
): Tool {
  const { output: _, ...rest } = tool;
  const hasWindow = !ownTerms && Object.hasOwn(tool.input.shape, 'window');
  const hasElement = !ownTerms && Object.hasOwn(tool.input.shape, 'element');
  return {
    ...rest,
    description,
    input: tool.input.extend({ ...always, ...(hasWindow && { window: anyWindow.optional() }), ...takes }),
    brief: {
      shown: z.object(shown),
      ...(wishes !== undefined && { wishes }),
      reads(given) {
        if (ownTerms) return reads(given);
        const present = heldKeys(withoutEmpty(ownNames(given)));
        const named = hasWindow ? oneWindow(present) : present;
        return reads(hasElement ? oneElement(named) : named);
      },
    },
    check(input, settings) {
      const missing = missingParameters(tool as Pick<UiAction, 'oneOf'>, input);
      // Parameters that clients cannot see do not help them.
      if (missing)
        throw incomplete(
          tool.name,
          missing.filter((field) => Object.hasOwn(shown, field)),
        );
      tool.check?.(input, settings);
    },
    run: (context, { places, structured: _structured, ...input }) =>
      tool.run({ ...context, withoutPlaces: places !== true }, input),
  };
}
