import { startChild } from './children.mjs';

/** Sample apps for an empty desktop. */
const samples = ['gtk3-widget-factory', 'galculator'];

/**
 * Starts the sample apps; they end with us.
 * @param {NodeJS.ProcessEnv} env of the desktop
 */
export function startSampleApps(env) {
  for (const name of samples) startChild(name, [], { env });
  return samples;
}
