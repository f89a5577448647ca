import { release, version } from 'node:os';
import type { Check } from '#contract/model/engine';
import { ok, warning } from '../../../doctor/check.ts';
import { hasFunction } from '../native/library.ts';
import { wineGetVersion } from './api.ts';

/** From 1703 on, Windows tells every place in physical pixels to who asks for that. */
const leastBuild = 15_063;

export function checkSystem(): Check {
  const name = 'Windows';
  const found = `${version()} (${release()})`;
  if (hasFunction('ntdll', 'wine_get_version')) {
    return warning(
      name,
      `This is Wine ${wineGetVersion()}, which calls itself ${found} and offers only a little of UI Automation.`,
      'Work on a real Windows: Wine serves for tests.',
    );
  }
  const build = Number(release().split('.')[2] ?? 0);
  if (build >= leastBuild) return ok(name, found);
  const detail = `${found}: places may be wrong on monitors that are scaled differently.`;
  return warning(name, detail, 'Update to Windows 10 1703 or newer.');
}
