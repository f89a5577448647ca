import { z } from 'zod';
import type { Tool } from '../define-tool.ts';
import { incomplete, missingParameters, type UiAction } from '../servers/ui-automation/action.ts';
import { always, anyWindow } from './fields.ts';
import { oneElement, oneWindow, ownNames, type Given } from './other-forms.ts';

interface BriefWords {
  /** The first sentence is what clients search. */
  readonly description: string;
  /** Words of wishes that the description lacks. */
  readonly wishes?: string;
  readonly shown: z.ZodRawShape;
  /** Arguments of which an error says more than the tool itself does. */
  readonly takes?: z.ZodRawShape;
  /** Other forms that this tool takes, after those that all take. */
  readonly reads?: (given: Given) => Record<string, unknown>;
  /** Its arguments have the names of a contract, which mean something else in the vocabulary of the set. */
  readonly ownTerms?: boolean;
}

/** The same tool in few words, which takes other forms of its arguments and answers without places where no one asks. */
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
        const named = hasWindow ? oneWindow(ownNames(given)) : ownNames(given);
        return reads(hasElement ? oneElement(named) : named);
      },
    },
    check(input, settings) {
      const missing = missingParameters(tool as Pick<UiAction, 'oneOf'>, input);
      // What clients are not shown is no help to them.
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
