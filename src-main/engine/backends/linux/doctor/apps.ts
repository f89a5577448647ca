import type { Check } from '#contract/model/engine';
import { appName, type WindowInfo } from '#contract/model/windows/window';
import type { WindowProvider } from '../../../backend.ts';
import type { Apps } from '../atspi/bus/apps.ts';
import { diagnoseMissing } from '../atspi/diagnosis/missing.ts';
import { kindOf } from '../atspi/diagnosis/program-kind.ts';
import { lookAround } from '../atspi/diagnosis/surroundings.ts';
import { isStopped, readProcess } from '../processes/process.ts';
import { ok, warning } from '../../../doctor/check.ts';
import { quoted } from '#contract/foreign-text';

/** Desktops have fewer; a runaway program must not make the doctor slow. */
const maxApps = 40;

/** Which running apps offer their elements, with their toolkits; and of each that does not, why. */
export async function checkApps(apps: Apps, windows: WindowProvider): Promise<readonly Check[]> {
  const shown = onePerProcess(await windows.list({ all: false })).slice(0, maxApps);
  const found = await Promise.all(shown.map((window) => checkApp(apps, window)));
  const offering = found.filter((each) => typeof each === 'string');
  return [summary(offering, shown.length), ...found.filter((each) => typeof each !== 'string')];
}

function onePerProcess(windows: readonly WindowInfo[]): readonly WindowInfo[] {
  const seen = new Set<number>();
  return windows.filter(({ processId }) => {
    if (processId !== 0 && seen.has(processId)) return false;
    seen.add(processId);
    return true;
  });
}

/** Name and toolkit of an app that offers its elements, or the line about one that does not. */
async function checkApp(apps: Apps, window: WindowInfo): Promise<string | Check> {
  const around = await lookAround(apps, window);
  if (around.onBus && !(await isStopped(window.processId))) return withToolkit(window);
  const { message, fix } = await diagnoseMissing(window, around);
  return warning(`App ${quoted(window.app || window.title)}`, message, fix);
}

async function withToolkit(window: WindowInfo): Promise<string> {
  const process = await readProcess(window.processId);
  const toolkit = process && kindOf(process)?.name;
  return toolkit ? `${appName(window.app)} (${toolkit})` : appName(window.app);
}

function summary(offering: readonly string[], shown: number): Check {
  if (shown === 0) return ok('Apps', 'No app shows a window.');
  const names = [...new Set(offering)].join(', ');
  return ok('Apps', `${offering.length} of ${shown} offer their elements${names && `: ${names}`}.`);
}
