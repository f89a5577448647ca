import { formatRect } from '#contract/model/geometry';
import type { Check } from '#contract/model/engine';
import { ok, warning } from '../../../doctor/check.ts';
import { examine, type Examination } from '../../../doctor/examine.ts';
import { translateError } from '../errors.ts';
import type { Compositor } from '../wayland/compositor.ts';
import { layoutOf, type Desk } from '../wayland/desk.ts';
import { everySession, type SessionPatient } from './every-session.ts';

export interface WaylandPatient extends SessionPatient {
  readonly desk: Pick<Desk, 'outputs'> & {
    readonly compositor: Pick<Compositor, 'name' | 'lacks'> & { windows(): Promise<readonly unknown[]> };
  };
}

type PatientDesk = WaylandPatient['desk'];

/** As `diagnose` does on X11: what works in this session, what does not, and what to do about it. */
export async function diagnoseWayland(patient: WaylandPatient): Promise<readonly Check[]> {
  const { desk } = patient;
  const examinations: readonly Examination[] = [
    { name: 'Session type', look: () => checkCompositor(desk) },
    { name: 'Display', look: () => Promise.resolve(checkOutputs(desk)) },
    { name: 'What the compositor lacks', look: () => Promise.resolve(checkLacks(desk)) },
    { name: 'XWayland', look: () => Promise.resolve(checkXWayland()) },
    ...everySession(patient),
  ];
  return (await Promise.all(examinations.map((each) => examine(each, translateError)))).flat();
}

async function checkCompositor({ compositor }: PatientDesk): Promise<Check> {
  const windows = await compositor.windows();
  return ok('Session type', `Wayland, ${compositor.name}: it reports ${windows.length} windows.`);
}

/** Logical pixels are reported as well where they are others: apps and the compositor's own tools count in them. */
function checkOutputs(desk: PatientDesk): Check {
  const places = layoutOf(desk).outputs.map(({ name, bounds, logical, scale }) => {
    const scaled = scale === 1 ? '' : `, at scale ${scale} of ${formatRect(logical)}`;
    return `${name} (${formatRect(bounds)}${scaled})`;
  });
  return ok('Display', places.join('; '));
}

function checkLacks({ compositor }: PatientDesk): readonly Check[] {
  return compositor.lacks.map(({ name, why, instead }) => warning(name, why, instead));
}

function checkXWayland(): Check {
  const display = process.env['DISPLAY'];
  if (display) return ok('XWayland', `${display}: apps of X11 are seen and driven beside those of Wayland.`);
  return warning(
    'XWayland',
    'DISPLAY is not set: apps of X11 do not start here.',
    'Turn on XWayland in the compositor.',
  );
}
