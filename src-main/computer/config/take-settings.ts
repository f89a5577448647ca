import type { z } from 'zod';
import { settingsChange, ufoNames, type SettingsChange } from '#contract/model/settings';

export interface TakenSettings {
  readonly settings: SettingsChange;
  readonly issues: readonly z.core.$ZodIssue[];
  /** The value without them. */
  readonly rest: unknown;
}

/** The settings that stand beside the agents by UFO's names, as they do in its `config.yaml`. */
export function takeSettings(value: unknown): TakenSettings {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { settings: {}, issues: [], rest: value };
  const issues: z.core.$ZodIssue[] = [];
  const rest: Record<string, unknown> = { ...value };
  const taken: Record<string, unknown> = {};
  for (const [ufo, own] of Object.entries(ufoNames)) {
    if (!Object.hasOwn(value, ufo)) continue;
    const { data, error } = settingsChange.shape[own].safeParse(rest[ufo]);
    issues.push(...(error?.issues ?? []).map((issue) => ({ ...issue, path: [ufo, ...issue.path] })));
    taken[own] = data;
    Reflect.deleteProperty(rest, ufo);
  }
  return { settings: taken, issues, rest };
}
