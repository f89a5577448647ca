import { z } from 'zod';
import { perObject } from '../../../base/async/per-object.ts';
import { AppError, type WireError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { elementCandidates, type Candidate } from '../../target/candidates/ambiguous-element.ts';
import { deadlineOf, defineTool, effectOf, reachOf, type Tool } from '../../define-tool.ts';
import { missingParameters, type UiAction, contractName } from './action.ts';

const name = 'ui_automation';

type Input = Readonly<Record<string, unknown>>;

/**
 * All actions as the one tool of the `ui_automation` contract (sbroenne/mcp-windows, 1.0.0): its parameters are theirs under the
 * contract's names; null counts as missing. Each call is parsed again by the schema of its action.
 */
export function createUiAutomation(actions: readonly UiAction[]): Tool {
  const byName = new Map(actions.map((action) => [action.action, action]));
  const input = z
    .object({ action: z.enum([...byName.keys()] as [string, ...string[]]), ...contractShape(actions) })
    .superRefine((call, context) => {
      const action = byName.get(call.action);
      if (action) for (const issue of issuesOf(action, call)) context.addIssue(issue);
    });
  const read = perObject((call: Input) => readCall(byName, call));
  return defineTool({
    name,
    namespace: name,
    type: 'action',
    effect(call) {
      const { action, own } = read(call);
      return effectOf(action, own);
    },
    title: 'UI automation',
    description: describeActions(actions),
    input,
    sentence(call) {
      const { action, own } = read(call);
      return action.sentence?.(own) ?? action.title;
    },
    reach(call) {
      const { action, own } = read(call);
      return reachOf(action, own);
    },
    check(call, settings) {
      const { action, own } = read(call);
      renamed(() => action.check?.(own, settings));
    },
    deadlineMs(call) {
      const { action, own } = read(call);
      // The runner adds the caller's timeout; this is the action's default.
      const wait =
        (call as Input)['timeout_ms'] == null && typeof own['timeout_ms'] === 'number' ? own['timeout_ms'] : 0;
      return wait + deadlineOf(action, own);
    },
    secrets: {
      fields: [...new Set(actions.flatMap((action) => action.secrets?.fields ?? []))].map(contractName),
      async apply(context, call) {
        const { action, own } = read(call);
        return action.secrets ? action.secrets.apply(context, own) : false;
      },
    },
    failure,
    run(context, call) {
      const { action, own } = read(call);
      return action.run(context, own);
    },
  });
}

/** One action as in the contract, with its names for action and parameters. */
export function asContract(action: UiAction): Tool {
  const shape = parametersOf(action).map(([field, schema]) => [contractName(field), schema] as const);
  return { ...action, name: action.action, input: z.object(Object.fromEntries(shape)) };
}

function parametersOf({ input, beyond = [] }: UiAction): readonly (readonly [name: string, schema: z.ZodType])[] {
  return Object.entries(input.shape as Record<string, z.ZodType>).filter(([field]) => !beyond.includes(field));
}

/** Every parameter of every action, with its actions and the defaults in words. */
function contractShape(actions: readonly UiAction[]): Record<string, z.ZodType> {
  const parameters = new Map<string, { readonly schema: z.ZodType; readonly users: string[] }>();
  for (const action of actions) {
    for (const [field, schema] of parametersOf(action)) {
      const key = contractName(field);
      const known = parameters.get(key) ?? { schema, users: [] };
      parameters.set(key, { ...known, users: [...known.users, action.action + defaultOf(schema)] });
    }
  }
  const shape = [...parameters].map(([key, { schema, users }]) => {
    const text = `${inContractWords(descriptionOf(schema), actions)} For ${users.join(', ')}.`;
    return [key, copied(bare(schema)).nullish().describe(text.trim())] as const;
  });
  return Object.fromEntries(shape);
}

function descriptionOf(schema: z.ZodType): string {
  return schema.description ?? bare(schema).description ?? '';
}

/** Replaces parameter names in a text by the contract's. */
function inContractWords(text: string, actions: readonly UiAction[]): string {
  const fields = new Set(actions.flatMap((action) => Object.keys(action.input.shape)));
  return text.replace(/[a-z]+(?:_[a-z]+)+/g, (word) => (fields.has(word) ? contractName(word) : word));
}

/** Without default and optionality, since defaults differ between actions. */
function bare(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return bare(schema.unwrap() as z.ZodType);
  return schema;
}

/** Without its description, which would be listed twice. */
function copied(schema: z.ZodType): z.ZodType {
  return schema.clone(schema.def);
}

function defaultOf(schema: z.ZodType): string {
  return schema instanceof z.ZodDefault ? ` (${JSON.stringify(schema.def.defaultValue)})` : '';
}

/** The call as parsed by its action's schema. Only for accepted calls. */
function readCall(byName: ReadonlyMap<string, UiAction>, call: Input) {
  const action = byName.get(String(call['action']));
  if (!action) throw new Error('The call was not parsed.');
  return { action, own: action.input.parse(ownParameters(action, call)) };
}

function ownParameters(action: UiAction, call: Input): Record<string, unknown> {
  const given = parametersOf(action).map(([field]) => [field, call[contractName(field)]] as const);
  return Object.fromEntries(given.filter(([, value]) => value != null));
}

type Issue = { readonly code: 'custom'; readonly path: PropertyKey[]; readonly message: string };

function issuesOf(action: UiAction, call: Input): readonly Issue[] {
  const fields = parametersOf(action).map(([field]) => contractName(field));
  const known = new Set(['action', 'dry_run', ...fields]);
  const foreign = Object.keys(call).filter((key) => call[key] != null && !known.has(key));
  const own = ownParameters(action, call);
  const parsed = action.input.safeParse(own);
  const missing = missingParameters(action, own)?.filter((field) => known.has(contractName(field)));
  return [
    ...foreign.map((key) =>
      issue([key], `${action.action} does not take it; it takes ${fields.join(', ') || 'nothing'}`),
    ),
    ...(parsed.success
      ? []
      : parsed.error.issues
          .filter((one) => !isReportedAlready(action, own, one.path))
          .map(({ path, message }) => issue(contractPath(path), message))),
    ...(missing ? [issue([], `${action.action} needs one of ${missing.map(contractName).join(', ')}`)] : []),
  ];
}

/** Errors that the schema of the whole call already reports. */
function isReportedAlready({ input }: UiAction, own: Input, [field]: readonly PropertyKey[]): boolean {
  const schema = (input.shape as Record<string, z.ZodType>)[String(field)];
  const given = own[String(field)];
  return schema !== undefined && given !== undefined && !bare(schema).safeParse(given).success;
}

function issue(path: PropertyKey[], message: string): Issue {
  return { code: 'custom', path, message };
}

function contractPath([field, ...rest]: readonly PropertyKey[]): PropertyKey[] {
  return field === undefined ? [] : [contractName(String(field)), ...rest];
}

/** Reports an action's own errors under the contract's names. */
function renamed(check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof AppError) || !Array.isArray(error.data?.['fields'])) throw error;
    const fields = error.data['fields'] as readonly string[];
    const message = fields.reduce(
      (text, field) => text.replaceAll(quoted(field), quoted(contractName(field))),
      error.message,
    );
    throw new AppError(error.code, message, {
      hint: error.hint,
      delivery: 'not_delivered',
      data: { fields: fields.map(contractName) },
    });
  }
}

/** The error response of the contract; `delivery` and `data` are additions. */
function failure({ code, message, hint, delivery, data }: WireError, call: Input, elapsedMs: number): object {
  const { diagnostics, ...more } = data ?? {};
  const several = elementCandidates(more);
  const rest = several ? {} : more;
  return {
    success: false,
    action: typeof call['action'] === 'string' ? call['action'] : null,
    errorType: code,
    errorMessage: message,
    recoverySuggestion: hint,
    ...(delivery && { delivery }),
    ...(Object.keys(rest).length > 0 && { data: rest }),
    diagnostics: {
      durationMs: elapsedMs,
      ...((diagnostics as object | undefined) ?? { windowTitle: '', elementsScanned: 0 }),
      ...(several && { multipleMatches: several.map(asMatch) }),
    },
  };
}

/** One match of several, in the terms of the contract, with additions. */
function asMatch({ id, ref, name, controlType, automationId, bounds, selector, why }: Candidate): object {
  return { elementId: id, ref, name, controlType, automationId, boundingRect: bounds, selector, why };
}

function describeActions(actions: readonly UiAction[]): string {
  const lines = actions.map(({ action, description }) => `${action}: ${inContractWords(description, actions)}`);
  return [
    'Find, click, type in, select, read and wait for elements of desktop windows, as the action says.',
    ...lines,
  ].join('\n');
}
