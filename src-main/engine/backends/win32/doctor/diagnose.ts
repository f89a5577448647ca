import type { Check } from '#contract/model/engine';
import type { WindowProvider } from '../../../backend.ts';
import { examine, type Examination } from '../../../doctor/examine.ts';
import type { StrategyChoice, StrategyName } from '../elements/strategy.ts';
import { translateError } from '../native/errors.ts';
import type { BlockingThread } from '../thread/blocking-thread.ts';
import { checkApps } from './apps.ts';
import { checkAutomation } from './automation.ts';
import { checkDisplay } from './display.ts';
import { checkRights } from './rights.ts';
import { checkLock, checkSession } from './session.ts';
import { checkSystem } from './system.ts';

/** How long UI Automation may take to start, in milliseconds. */
const probeMs = 8_000;

/** What works here, what does not, and what to do about it. */
export async function diagnose(
  windows: WindowProvider,
  blocking: BlockingThread,
  choice: StrategyChoice,
): Promise<readonly Check[]> {
  const now = (look: () => Check) => () => Promise.resolve().then(look);
  const everyWindow = () => windows.list({ all: false, foreign: true });
  const findStrategy = () =>
    blocking.run<StrategyName>('elements.strategy', null, { target: 'UI Automation', timeoutMs: probeMs });
  const examinations: readonly Examination[] = [
    { name: 'Windows', look: now(checkSystem) },
    { name: 'Session', look: now(checkSession) },
    { name: 'Screen lock', look: now(checkLock) },
    { name: 'Rights', look: async () => checkRights(await everyWindow()) },
    { name: 'Display', look: now(checkDisplay) },
    { name: 'UI Automation', look: () => checkAutomation(findStrategy, choice) },
    { name: 'Apps', look: async () => checkApps(await everyWindow()) },
  ];
  return (await Promise.all(examinations.map((each) => examine(each, translateError)))).flat();
}
