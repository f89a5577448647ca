import { createControlsStrategy } from '../controls/strategy.ts';
import type { ElementStrategy } from '../elements/strategy.ts';
import { startFullUia } from '../uia/probe.ts';
import { createUiaStrategy } from '../uia/strategy.ts';

/**
 * The best way this Windows has to read elements: UI Automation, which on Windows also speaks for apps that know only
 * MSAA; where there is no more than a stub of it, messages to standard controls. What such a stub says of single windows,
 * name, class, place and whether it is enabled, the windows say themselves, so it is no strategy of its own.
 */
export function chooseStrategy(): ElementStrategy {
  const uia = startFullUia();
  return uia ? createUiaStrategy(uia) : createControlsStrategy();
}
