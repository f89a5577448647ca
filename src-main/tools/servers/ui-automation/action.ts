import type { z } from 'zod';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { ToolContext, ToolDefinition, ToolResult, LookContext } from '../../define-tool.ts';
import { windowFor } from './window-of.ts';
import { type Scan, look, type Target } from './locate.ts';

/** The result of an action: `text` for a model, `fields` as named in the contract of `ui_automation`. */
export interface ActionResult {
  readonly text: string;
  /** Missing if the text is shorter than the data, and with an image. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly image?: NonNullable<ToolResult['image']>;
  readonly note?: string | undefined;
}

/**
 * One action on elements. It is a separate tool, and one action of `ui_automation`, under the name `action`; parameters are in
 * snake case and translated for that contract.
 */
export interface UiAction<In extends z.ZodObject = z.ZodObject> extends ToolDefinition<In> {
  readonly action: string;
  /** Parameters of which at least one must be given. */
  readonly oneOf?: readonly string[];
  /** Parameters of the tool that the contract lacks. */
  readonly beyond?: readonly string[];
}

interface ActionLiteral<In extends z.ZodObject> extends Omit<UiAction<In>, 'run' | 'namespace' | 'action'> {
  /** Missing if the contract lacks it. */
  readonly action?: string;
  readonly perform: (context: ToolContext, input: z.output<In>, scan: Scan) => Promise<ActionResult>;
}

export const namespace = 'Elements';

/** Adds what all actions share: the form of their result, and diagnostics in success and failure. */
export function defineAction<In extends z.ZodObject>({ perform, ...literal }: ActionLiteral<In>): UiAction {
  const name = literal.action ?? literal.name;
  const action: UiAction<In> = {
    ...literal,
    reach: (input) => ({
      actsIn: (look) => windowFor(look, input),
      labels: (look) => labelsOf(look, input),
      ...(typeof literal.reach === 'function' ? literal.reach(input) : literal.reach),
    }),
    action: name,
    namespace,
    check(input, settings) {
      const missing = missingParameters(action, input);
      if (missing) throw incomplete(literal.name, missing);
      refuseTwoNames(input);
      literal.check?.(input, settings);
    },
    async run(context, input): Promise<ToolResult> {
      const started = Date.now();
      const scan: Scan = { windowTitle: '', elements: 0 };
      try {
        const { text, fields, image, note } = await perform(context, input, scan);
        const diagnostics = { durationMs: Date.now() - started, ...diagnose(scan) };
        const data = fields && { success: true, action: name, ...fields, diagnostics };
        return { text, ...(data && { data }), ...(image && { image }), ...(note && { note }) };
      } catch (error) {
        throw withDiagnostics(error, scan);
      }
    },
  };
  return action;
}

const criteria = ['name', 'control_type', 'automation_id'] as const;

/** An element is named in one way: other arguments would be ignored silently. */
function refuseTwoNames(input: Readonly<Record<string, unknown>>): void {
  for (const [one, others] of [
    ['element', [...criteria, 'selector']],
    ['selector', criteria],
  ] as const) {
    const fields = others.filter((field) => input[field] !== undefined);
    if (input[one] === undefined || fields.length === 0) continue;
    const named = fields.map((field) => quoted(field)).join(', ');
    throw new AppError('invalid_parameter', `${quoted(one)} already identifies the element. Omit ${named}.`, {
      delivery: 'not_delivered',
      data: { fields: [one, ...fields] },
    });
  }
}

/** The parameters of which one is needed, if none is given. */
export function missingParameters(
  { oneOf = [] }: Pick<UiAction, 'oneOf'>,
  input: Readonly<Record<string, unknown>>,
): readonly string[] | null {
  return oneOf.length === 0 || oneOf.some((field) => input[field] !== undefined) ? null : oneOf;
}

export function incomplete(tool: string, fields: readonly string[]): AppError {
  const named = fields.map((field) => quoted(field)).join(', ');
  return new AppError('invalid_parameter', `${tool}: one of ${named} is missing.`, {
    hint: `Give at least one of ${fields.join(', ')}.`,
    delivery: 'not_delivered',
    data: { fields },
  });
}

function diagnose({ windowTitle, elements }: Scan) {
  return { windowTitle, elementsScanned: elements };
}

function withDiagnostics(error: unknown, scan: Scan): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, message, hint, delivery, data } = error;
  return new AppError(code, message, {
    hint,
    cause: error,
    data: { ...data, diagnostics: diagnose(scan) },
    ...(delivery && { delivery }),
  });
}

/** Maximum number of matches to check before permission. */
const looked = 5;

/** Names of the matches that an action would work on, as far as present; the runner adds the selector. */
async function labelsOf(
  context: LookContext,
  target: Target & { readonly value?: unknown },
): Promise<readonly string[]> {
  const { element, name, selector, control_type, automation_id, value } = target;
  const texts = [name, value].filter((text) => typeof text === 'string');
  if ([element, name, selector, control_type, automation_id].every((field) => field === undefined)) return texts;
  const { matches } = await look(context, target, { windowTitle: '', elements: 0 }, looked);
  return [...texts, ...matches.map((match) => match.name)];
}

/** Parameters whose contract name differs from their camel case. */
const exceptions: Readonly<Record<string, string>> = {
  element: 'elementId',
  parent: 'parentElementId',
  window: 'windowHandle',
  timeout_ms: 'timeout_ms',
};

/** The contract's name of a parameter of `ui_automation`. */
export function contractName(parameter: string): string {
  return exceptions[parameter] ?? parameter.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
