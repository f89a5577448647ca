import type { Check } from '#contract/model/engine';
import { formatRect } from '#contract/model/geometry';
import { failed, ok, warning } from '../../../doctor/check.ts';
import { hasPhysicalPixels } from '../monitors/dpi.ts';
import { listMonitors } from '../monitors/monitors.ts';

export function checkDisplay(): Check {
  const name = 'Display';
  const monitors = listMonitors();
  if (monitors.length === 0) return failed(name, 'There is no monitor.', 'Connect one, or log in by Remote Desktop.');
  const places = monitors.map(
    (monitor) => `${monitor.name} (${formatRect(monitor.bounds)}, ${Math.round(monitor.scale * 100)} %)`,
  );
  if (hasPhysicalPixels()) return ok(name, places.join('; '));
  return warning(
    name,
    `${places.join('; ')}. Windows reports scaled positions, so clicks may miss.`,
    'Take compatibility settings for scaling off the program that runs Deskscope.',
  );
}
