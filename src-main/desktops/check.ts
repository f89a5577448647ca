import type { Check } from '#contract/model/engine';
import { hasAccessibility, installCommand, missingPrograms, xServer } from './needs.ts';
import { chooseWalls, whyNoBubblewrap } from './walls.ts';

/** The doctor's line about Deskscope's own desktops; none on other systems. */
export function checkDesktops(): readonly Check[] {
  if (process.platform !== 'linux') return [];
  const name = 'Own desktops';
  const missing = missingPrograms('x11');
  const isBlind = !hasAccessibility();
  if (missing.length > 0 || isBlind) {
    const what = [...missing.map((need) => need.what), ...(isBlind ? ['accessibility'] : [])].join(', ');
    const packages = [...missing.map((need) => need.package), ...(isBlind ? ['at-spi2-core'] : [])];
    if (whyNoBubblewrap()?.why.includes('not installed')) packages.push('bubblewrap');
    const fix = `Run \`${installCommand(packages)}\`.`;
    return [{ name, status: 'warning', detail: `Missing: ${what}.`, fix }];
  }
  const noWalls = whyNoBubblewrap();
  if (noWalls && chosen() !== 'container') return [{ name, status: 'warning', detail: noWalls.why, fix: noWalls.fix }];
  const walls = noWalls ? 'the walls of this container' : 'bubblewrap';
  if (xServer()?.hasView) return [{ name, status: 'ok', detail: `They start, within ${walls}.`, fix: '' }];
  const detail = `They start, within ${walls}, in Xvfb: without a live view.`;
  return [{ name, status: 'ok', detail, fix: `For a view run \`${installCommand(['tigervnc-standalone-server'])}\`.` }];
}

function chosen(): string {
  try {
    return chooseWalls(undefined);
  } catch {
    return 'none';
  }
}
