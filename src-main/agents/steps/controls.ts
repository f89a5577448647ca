import { z } from 'zod';
import { AppError } from '#contract/errors';
import type { ComputerPlace } from '../../computer/computer-manager.ts';
import type { SessionParts } from '../session/session-parts.ts';
import { lookBy } from './commands.ts';

/** Controls that a model is told of; the rest is counted. */
const mostControls = 300;

const control = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  rect: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullish(),
  /** Set where only the picture shows it. */
  source: z.literal('picture').optional().catch(undefined),
});
export type Control = z.output<typeof control>;

/**
 * The controls of a window, with the texts that only its picture shows where the task wants that, and where the app reports
 * no control.
 * @throws AppError as `lookBy`
 */
export async function controlsOf(
  parts: SessionParts,
  place: ComputerPlace,
  window: object,
): Promise<readonly Control[]> {
  const list = async (more: object = {}) => {
    const { result } = await lookBy(parts, place, 'get_app_window_controls_target_info', { window, ...more });
    return z.array(control).catch([]).parse(result);
  };
  // A picture that cannot be read costs only what it would have shown.
  const read = () => list({ read_text: true }).catch(unlessItFailed);
  const told = (parts.sight?.readText ? await read() : null) ?? (await list());
  return told.length > 0 ? told : ((await read()) ?? told);
}

function unlessItFailed(error: unknown): null {
  if (error instanceof AppError && error.code === 'tool_failed') return null;
  throw error;
}

/** Texts and groups would be hidden by boxes around them; a text of the picture has nothing else to be found by. */
export function marksOf(controls: readonly Control[]): readonly string[] {
  return controls
    .slice(0, mostControls)
    .filter(({ type, source }) => source === 'picture' || (type !== 'Text' && type !== 'Group'))
    .map(({ id }) => id);
}

export function controlsInWords(controls: readonly Control[]): string {
  const told = controls.slice(0, mostControls).map(({ id, type, name }) => `${id}. ${type}: ${JSON.stringify(name)}`);
  const more = controls.length - told.length;
  return [...told, ...(more > 0 ? [`… and ${more} more`] : [])].join('\n');
}
