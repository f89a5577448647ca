import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { Tool } from '../define-tool.ts';
import { createKeptFiles } from '../session/kept-files.ts';
import type { CallDesktop, TaskDesktop } from '../desktop-host.ts';
import type { Call } from './call.ts';
import type { Refused } from './check-call.ts';

/** The argument that sends a call to a desktop of its caller's own. */
export const desktopArgument = 'desktop_id';
const spellings: ReadonlySet<string> = new Set([desktopArgument, 'desktopId']);

/** A call, and its arguments as its tool expects them. */
interface Placed {
  readonly call: Call;
  readonly parameters: unknown;
  /** Set if the call is refused. */
  readonly refused?: Refused;
}

/**
 * The call on the desktop in its arguments: engine and policy change together, so that tools need not know of desktops. A tool's
 * other resources are the user's, and are not available there.
 */
export function placeCall(call: Call, key: string, given: unknown): Placed {
  const named = spelling(given);
  if (named === undefined)
    return call.within ? placeWithin(call, call.within, key, given) : { call, parameters: given };
  const { [named]: id, ...parameters } = given as Readonly<Record<string, unknown>>;
  let tool: Tool | null = null;
  try {
    tool = call.find(key);
    // An argument of that name is theirs.
    if (tool.foreign) return { call, parameters: given };
    const isAboutDesktops = Object.hasOwn(tool.input.shape, desktopArgument);
    if (id === null || id === undefined) return { call, parameters };
    if (!isAboutDesktops) requireTakes(call, tool);
    return { call: enterNamed(call, id), parameters: isAboutDesktops ? given : parameters };
  } catch (error) {
    return { call, parameters: given, refused: { tool, error } };
  }
}

/** A call of a caller that works on another desktop as a whole. */
function placeWithin(call: Call, desktop: TaskDesktop, key: string, parameters: unknown): Placed {
  const placed = enter(call, desktop);
  let tool: Tool | null = null;
  try {
    tool = call.find(key);
    if (!tool.foreign && !desktop.takes(tool)) throw otherDesktop(tool.name);
    return { call: placed, parameters };
  } catch (error) {
    return { call: placed, parameters, refused: { tool, error } };
  }
}

function otherDesktop(tool: string): AppError {
  return new AppError('unsupported_platform', `${tool} works on the user’s own desktop, and this task on another.`, {
    hint: 'Use tools that act on windows and elements.',
    delivery: 'not_delivered',
  });
}

function spelling(given: unknown): string | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  return Object.keys(given).find((name) => spellings.has(name));
}

function requireTakes({ desktops }: Call, tool: Tool): void {
  if (!desktops || desktops.takes(tool)) return;
  throw new AppError(
    'invalid_parameter',
    `${tool.name} does not act on a desktop: it has no parameter ${quoted(desktopArgument)}.`,
    {
      hint: `Omit ${quoted(desktopArgument)}.`,
      delivery: 'not_delivered',
    },
  );
}

function enterNamed(call: Call, id: unknown): Call {
  const { desktops, caller } = call;
  // Some clients send numeric ids as numbers.
  const name = typeof id === 'number' ? String(id) : id;
  if (typeof name !== 'string')
    throw new AppError('invalid_parameter', `${quoted(desktopArgument)} must be the id of a desktop, as a text.`, {
      hint: 'open_desktop returns it. Omit it for the user’s desktop.',
      delivery: 'not_delivered',
    });
  if (!desktops)
    throw new AppError('unsupported_platform', 'The user’s desktop is the only one here.', {
      hint: `Omit ${quoted(desktopArgument)}.`,
      delivery: 'not_delivered',
    });
  return enter(call, desktops.enter(name, call.session, caller));
}

function enter(call: Call, { id, ...desktop }: CallDesktop): Call {
  const { promptLock: _, skills: __, settings, ...rest } = call;
  return {
    ...rest,
    ...desktop,
    desktop: id,
    files: createKeptFiles(undefined),
    settings: () => ({ ...settings(), allowedFolders: [] }),
  };
}
