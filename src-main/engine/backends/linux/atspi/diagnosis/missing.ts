import { setTimeout as sleep } from 'node:timers/promises';
import { quoted, word } from '#contract/foreign-text';
import type { Diagnosis } from '#contract/model/diagnosis';
import type { WindowInfo } from '#contract/model/windows/window';
import { isStopped, processorTicks, readProcess, type ProcessFacts } from '../../processes/process.ts';
import { flatpakAppOf, isInOtherNamespace } from '../../processes/sandbox.ts';
import { turnOn } from '../bus/accessibility-status.ts';
import { sessionBusAddress } from '../bus/bus-address.ts';
import { because, byPictures, named, stopped } from './incomplete.ts';
import { chromium, kindOf, type ProgramKind } from './program-kind.ts';
import type { Surroundings } from './surroundings.ts';

/** An app younger than this, in milliseconds, may still be connecting to the accessibility bus. */
const youngMs = 5_000;
/** Time over which a program's CPU use is measured, in milliseconds. An idle program uses less than 10 ms of it. */
const busyLookMs = 250;

/** Why a window has no accessible frame: the first cause that the facts prove. */
export async function diagnoseMissing(window: WindowInfo, around: Surroundings): Promise<Diagnosis> {
  if (window.processId === 0) return unknownProcess('does not say which process it belongs to');
  const process = await readProcess(window.processId);
  if (!process) return unknownProcess(`says it belongs to process ${window.processId}, which is not on this machine`);
  if (await isStopped(window.processId)) return stopped(window);
  if (around.onBus) return process.ageMs < youngMs ? stillLoading(window) : windowNotOffered(window);
  const kind = kindOf(process);
  if (!kind) return noAccessibility(window);
  if (kind.offersNothing) return offersNothing(window, kind);
  return (
    silenced(window, process, kind) ??
    turnedOff(window, process, kind, around) ??
    sandboxed(window, process, kind) ??
    otherSession(window, process) ??
    (process.ageMs < youngMs ? stillLoading(window) : null) ??
    tooEarly(window, process, kind, around) ??
    (await starved(window, kind)) ??
    notOffered(window, kind)
  );
}

function unknownProcess(how: string): Diagnosis {
  return because('unknown_process', `The window ${how}, so its elements cannot be found.`, byPictures);
}

function windowNotOffered(window: WindowInfo): Diagnosis {
  const message = `${named(window)} offers elements, but not those of this window.`;
  return because('window_not_offered', message, `Look at its other windows. ${byPictures}`);
}

function stillLoading(window: WindowInfo): Diagnosis {
  return because('still_loading', `${named(window)} has just started.`, 'Look again in a few seconds.');
}

function noAccessibility(window: WindowInfo): Diagnosis {
  const message = `${named(window)} uses no toolkit that is known to offer its elements.`;
  return because('no_accessibility', message, byPictures);
}

function offersNothing(window: WindowInfo, { name }: ProgramKind): Diagnosis {
  const message = `${named(window)} uses ${name}, which offers no elements on today’s desktops.`;
  return because('no_accessibility', message, byPictures);
}

/** Start times of process and registry: an older program looked for the registry in vain. */
function tooEarly(
  window: WindowInfo,
  process: ProcessFacts,
  { name, asksRegistryOnce }: ProgramKind,
  { registryAgeMs }: Surroundings,
): Diagnosis | null {
  if (!asksRegistryOnce || registryAgeMs === null || process.ageMs < registryAgeMs) return null;
  const message = `${named(window)} (${name}) was started before the accessibility registry ran, and asks for it only then.`;
  return because('not_offered', message, 'Start it again: the registry runs now.');
}

function silenced(window: WindowInfo, process: ProcessFacts, { name, silencedBy }: ProgramKind): Diagnosis | null {
  if (!silencedBy) return null;
  const { variable, values } = silencedBy;
  const value = process.environment?.get(variable);
  if (value === undefined || !values.test(value)) return null;
  const message = `${named(window)} (${name}) was started with ${variable}=${word(value)}, which keeps it from offering its elements.`;
  return because('toolkit_bridge_off', message, `Start it again without ${variable}.`);
}

function turnedOff(
  window: WindowInfo,
  process: ProcessFacts,
  { name, asksAtStart, followsSetting, startWith }: ProgramKind,
  { accessibilityOn }: Surroundings,
): Diagnosis | null {
  const asks = asksAtStart ?? followsSetting;
  if (!asks || accessibilityOn !== false) return null;
  if (asks.overruledBy.some((variable) => process.environment?.has(variable))) return null;
  if (followsSetting) {
    const message = `Accessibility is off, and ${named(window)} (${name}) offers its elements only once it is on.`;
    return because('accessibility_off', message, `${turnOn}. It need not be started again.`);
  }
  const message = `Accessibility is off, and ${named(window)} (${name}) looks for that when it starts.`;
  const flag = startWith === undefined ? '' : ` with ${startWith}`;
  return because('accessibility_off', message, `${turnOn}, then start it again${flag}.`);
}

/** A sandboxed app reaches the accessibility bus through a proxy, or not at all. */
function sandboxed(window: WindowInfo, { ageMs }: ProcessFacts, { name }: ProgramKind): Diagnosis | null {
  const flatpak = flatpakAppOf(window.processId);
  if (!flatpak && isInOtherNamespace(window.processId) !== true) return null;
  if (ageMs < youngMs) return stillLoading(window);
  if (!flatpak) {
    const message = `${named(window)} (${name}) runs in a sandbox, and no element on the accessibility bus can be proven to be its.`;
    return because('sandboxed', message, byPictures);
  }
  if (!name.startsWith('Qt')) {
    const message = `${flatpak.id} (${name}) runs in Flatpak’s sandbox and is not on the accessibility bus.`;
    return because('sandboxed', message, `Start it again with \`flatpak run ${flatpak.id}\`.`);
  }
  const message = `${flatpak.id} (${name}) runs in Flatpak’s sandbox, where Qt finds no accessibility bus.`;
  // Qt 6 insists on the proxy that Flatpak names, behind which it does not see the registry.
  const [talk, start] =
    name === 'Qt 6' ? [' --talk-name=org.a11y.Bus', `with \`flatpak run --no-a11y-bus ${flatpak.id}\``] : ['', 'again'];
  const fix = `Run \`flatpak override --user --filesystem=xdg-run/at-spi${talk} ${flatpak.id}\`, then start it ${start}.`;
  return because('sandboxed', message, fix);
}

/** Each session bus has its own accessibility bus. GTK programs find ours through the display nevertheless. */
function otherSession(window: WindowInfo, process: ProcessFacts): Diagnosis | null {
  const theirs = process.environment?.get('DBUS_SESSION_BUS_ADDRESS');
  const ours = ownSessionBus();
  if (theirs === undefined || ours === null || withoutGuid(theirs) === withoutGuid(ours)) return null;
  const message = `${named(window)} was started with another session bus (${quoted(withoutGuid(theirs))}) than Deskscope.`;
  const fix = `Start it again with DBUS_SESSION_BUS_ADDRESS=${withoutGuid(ours)}.`;
  return because('other_session', message, fix);
}

/**
 * GTK 4 registers when idle. With an endless animation and no graphics card it is never idle: measured with 4.8's
 * gtk4-widget-factory, which registers at once with the Cairo renderer.
 */
async function starved(window: WindowInfo, { name }: ProgramKind): Promise<Diagnosis | null> {
  if (name !== 'GTK 4') return null;
  const before = await processorTicks(window.processId);
  await sleep(busyLookMs);
  if ((await processorTicks(window.processId)) === before) return null;
  const message = `${named(window)} (${name}) is too busy drawing to offer its elements.`;
  return because('starved', message, 'Start it again with GSK_RENDERER=cairo.');
}

function notOffered(window: WindowInfo, kind: ProgramKind): Diagnosis {
  const { name, asksAtStart, startWith } = kind;
  const flag = startWith === undefined ? '' : ` with ${startWith}`;
  if (asksAtStart) {
    const message = `${named(window)} (${name}) was started before accessibility was on, and looks for that only then.`;
    return because(
      kind === chromium ? 'chromium_flag_missing' : 'accessibility_off',
      message,
      `Start it again${flag}.`,
    );
  }
  const message = `${named(window)} (${name}) is not on the accessibility bus.`;
  return because('not_offered', message, `Start it again${flag}; if that does not help: ${lowered(byPictures)}`);
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

function ownSessionBus(): string | null {
  try {
    return sessionBusAddress();
  } catch {
    return null;
  }
}

function withoutGuid(address: string): string {
  return address.replace(/,guid=[0-9a-f]*/g, '');
}
