import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { appTrials, type AppTrials, type TrialReport } from '#contract/model/elements/selector-trial';
import { atomicWrite } from '../../base/files/atomic-write.ts';
import type { Engine } from '../../engine/engine.ts';

const fileName = 'selector-trials.json';
const kept = z.object({ version: z.literal(1), apps: z.array(appTrials) });
/** The oldest are forgotten. */
const most = { apps: 100, selectors: 500 } as const;

/** The outcomes of earlier trials; none if there are none, or the file cannot be read. */
function keptTrials(profile: string): readonly AppTrials[] {
  const file = path.join(profile, fileName);
  if (!existsSync(file)) return [];
  try {
    return kept.parse(JSON.parse(readFileSync(file, 'utf8'))).apps;
  } catch {
    return [];
  }
}

/** Lets an engine grade selectors by earlier trials. */
export async function teachTrials(engine: Pick<Engine, 'setSelectorTrials'>, profile: string): Promise<void> {
  const apps = keptTrials(profile);
  if (apps.length > 0) await engine.setSelectorTrials({ apps });
}

/** Adds the outcomes of a trial. @param profile an existing folder @returns the outcomes of all */
export async function keepTrial(profile: string, report: TrialReport): Promise<readonly AppTrials[]> {
  const apps = withReport(keptTrials(profile), report);
  await atomicWrite(path.join(profile, fileName), JSON.stringify({ version: 1, apps }));
  return apps;
}

function withReport(apps: readonly AppTrials[], { app, selectors }: TrialReport): readonly AppTrials[] {
  const before = apps.find((each) => each.app === app)?.selectors ?? [];
  const fresh = selectors
    .filter(({ outcomes }) => Object.keys(outcomes).length > 0)
    .map(({ selector, kind, outcomes }) => {
      const earlier = before.find((each) => each.selector === selector)?.outcomes;
      return { selector, kind, outcomes: { ...earlier, ...outcomes } };
    });
  const isFresh = new Set(fresh.map(({ selector }) => selector));
  const all = [...fresh, ...before.filter(({ selector }) => !isFresh.has(selector))].slice(0, most.selectors);
  return [{ app, selectors: all }, ...apps.filter((each) => each.app !== app)].slice(0, most.apps);
}
