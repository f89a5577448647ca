import { quoted } from '#contract/foreign-text';
import { sameRect, type Rect } from '#contract/model/geometry';
import type { Looks } from '../looks.ts';
import type { Act, RunStep } from '../run-steps.ts';
import { plainText, plainValue } from './observed.ts';

/** An act in terms that are stable from run to run. */
export interface MadeAct {
  readonly act: Act;
  readonly tool: string;
  /** The element and the window, as a person would name them; empty for none. */
  readonly target: string;
  readonly window: string;
  /** The other arguments, as JSON. */
  readonly rest: string;
}

/** Arguments that name a call's element and window: compared by name. */
const naming: ReadonlySet<string> = new Set(
  (
    'name selector alternatives window automation_id automationId control_type controlType ' +
    'title app class_name className owner role timeout_ms offset'
  ).split(' '),
);
/** Where on its element it acts. */
const places: ReadonlySet<string> = new Set(['at', 'x', 'y']);

export async function actsOf({ acts, saw }: RunStep, looks: Looks): Promise<readonly MadeAct[]> {
  const isListed = acts.some(({ parameters }) => parameters['id'] !== undefined);
  const controls = isListed && saw.controls ? await looks.controls(saw.controls) : new Map<string, string>();
  return Promise.all(acts.map((act) => actOf(act, controls, looks)));
}

async function actOf(act: Act, controls: ReadonlyMap<string, string>, looks: Looks): Promise<MadeAct> {
  const parameters = await parametersOf(act, looks);
  const { tool, call } = act;
  const target = controls.get(String(parameters['id'])) ?? called(parameters) ?? (await found(act, looks));
  const isPlaced = target !== '' && call?.after?.resolution?.bounds;
  const rest = Object.entries(parameters).filter(([key]) => !naming.has(key) && !(isPlaced && places.has(key)));
  return {
    act,
    tool,
    target,
    window: windowOf(act, parameters),
    rest: JSON.stringify(plainValue(inWindow(Object.fromEntries(rest), call?.seen.before?.picture?.bounds ?? null))),
  };
}

async function parametersOf({ parameters, call }: Act, looks: Looks): Promise<Readonly<Record<string, unknown>>> {
  const blob = call?.before?.parametersBlob;
  if (blob === undefined || Object.keys(parameters).length > 0) return parameters;
  try {
    return JSON.parse(await looks.text(blob)) as Record<string, unknown>;
  } catch {
    return parameters;
  }
}

/** By its own arguments; an id of a listing is not a name. */
function called({ name, selector, automation_id: id, automationId = id }: Act['parameters']): string | null {
  if (typeof name === 'string' && name !== '') return quoted(plainText(name));
  if (typeof selector === 'string' && !isNumber(selector)) return selector;
  return typeof automationId === 'string' ? automationId : null;
}

/** By position: the element that was there, else the selector. */
async function found({ call }: Act, looks: Looks): Promise<string> {
  const { selector, bounds } = call?.after?.resolution ?? {};
  const tree = call?.seen.before?.tree;
  const rows = bounds && tree ? await looks.rows(tree) : null;
  const row = rows?.filter((one) => one.bounds && bounds && sameRect(one.bounds, bounds)).at(-1);
  if (row) return `${row.controlType} ${quoted(plainText(row.name))}`;
  return selector === undefined || isNumber(selector) ? '' : selector;
}

/** A number of a listing is valid only as long as the listing. */
function isNumber(selector: string): boolean {
  return /^id=\d+$/.test(selector);
}

function windowOf({ call }: Act, { window, title }: Act['parameters']): string {
  const reported = call?.before?.target;
  if (reported) return plainText(reported.title || reported.app);
  const named = typeof window === 'object' && window !== null ? (window as Record<string, unknown>)['title'] : title;
  return typeof named === 'string' ? plainText(named) : '';
}

/** Places on the screen as places in the window, wherever that lies. */
function inWindow(parameters: Readonly<Record<string, unknown>>, bounds: Rect | null): Record<string, unknown> {
  const { x, y } = parameters;
  const isScreen = Number.isInteger(x) && Number.isInteger(y) && bounds;
  return isScreen ? { ...parameters, x: Number(x) - bounds.x, y: Number(y) - bounds.y } : { ...parameters };
}
