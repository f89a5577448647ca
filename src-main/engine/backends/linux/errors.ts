import { quoted } from '#contract/foreign-text';
import { AppError, type ErrorCode } from '#contract/errors';
import { BusUnavailable, DBusFailure } from './dbus/failure.ts';
import {
  badDrawable,
  badMatch,
  badWindow,
  DisplaySilent,
  DisplayUnavailable,
  XFailure,
} from './x11/display/failure.ts';
import { CompositorLost } from './wayland/wire/failure.ts';

const dbusErrors: Readonly<Record<string, { readonly code: ErrorCode; readonly message: string }>> = {
  UnknownObject: { code: 'element_stale', message: 'The app no longer has this element.' },
  ServiceUnknown: { code: 'element_stale', message: 'The app that had this element is gone.' },
  NameHasNoOwner: { code: 'element_stale', message: 'The app that had this element is gone.' },
  Disconnected: { code: 'element_stale', message: 'The app that had this element is gone.' },
  // Reported by the bus for an app that left before it answered; for other apps, the bus waits indefinitely.
  NoReply: { code: 'element_stale', message: 'The app that had this element is gone.' },
  Timeout: { code: 'target_not_responding', message: 'The app did not answer.' },
  TimedOut: { code: 'target_not_responding', message: 'The app did not answer.' },
  UnknownMethod: { code: 'pattern_not_supported', message: 'The app does not offer this for the element.' },
  UnknownInterface: { code: 'pattern_not_supported', message: 'The app does not offer this for the element.' },
  UnknownProperty: { code: 'pattern_not_supported', message: 'The app does not offer this for the element.' },
  PropertyReadOnly: { code: 'pattern_not_supported', message: 'The element’s value cannot be set.' },
  NotSupported: { code: 'pattern_not_supported', message: 'The app does not offer this for the element.' },
  InconsistentMessage: { code: 'accessibility_unavailable', message: 'The answer could not be read.' },
  AccessDenied: { code: 'accessibility_unavailable', message: 'The accessibility bus refused the call.' },
};
const dbusErrorPrefix = 'org.freedesktop.DBus.Error.';

/**
 * Converts errors of the D-Bus, X11 and Wayland layers to AppErrors. AppErrors pass unchanged; unexpected errors pass too and
 * become `internal` at the process border, with their stack in the log.
 */
export function translateError(error: unknown): unknown {
  if (error instanceof DBusFailure) return translateDBus(error);
  if (error instanceof BusUnavailable) return accessibilityUnavailable(error);
  if (error instanceof XFailure) return translateX(error);
  if (error instanceof DisplayUnavailable) return displayUnavailable(error);
  if (error instanceof CompositorLost) return compositorLost(error);
  return error;
}

/** Runs `work` and converts its errors. */
export async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw translateError(error);
  }
}

function translateDBus(error: DBusFailure): AppError {
  const known = dbusErrors[error.errorName.replace(dbusErrorPrefix, '')];
  if (known) return new AppError(known.code, known.message, { cause: error });
  return new AppError('element_stale', `The app refused: ${quoted(error.message)}`, { cause: error });
}

function translateX(error: XFailure): AppError {
  switch (error.errorNumber) {
    case badWindow:
    case badDrawable:
      return new AppError('window_not_found', 'The window is gone.', { cause: error });
    case badMatch:
      return new AppError('invalid_region', 'The region is empty.', { cause: error });
    default:
      return new AppError('internal', `The X server refused: ${error.message}`, { cause: error });
  }
}

export const busFix =
  'Install at-spi2-core and start the session with D-Bus, e.g. `dbus-run-session`; the accessibility bus then starts by itself.';

export const registryFix = 'Log out and in again, or end at-spi2-registryd: the bus starts another';

function accessibilityUnavailable(error: BusUnavailable): AppError {
  return new AppError('accessibility_unavailable', `The accessibility bus cannot be used: ${error.message}.`, {
    hint: busFix,
    cause: error,
  });
}

export function displayUnavailable(error: DisplayUnavailable): AppError {
  if (error instanceof DisplaySilent) {
    return new AppError('display_unavailable', `The display does not respond: ${error.message}.`, {
      hint: 'It is stopped, or another program keeps it for itself: end that program, or continue the X server.',
      cause: error,
    });
  }
  return new AppError('display_unavailable', `There is no display to work on: ${error.message}.`, { cause: error });
}

export function compositorLost(error: CompositorLost): AppError {
  return new AppError('display_unavailable', `The Wayland compositor cannot be used: ${error.message}.`, {
    hint: 'A bus that restarts at the same address is found automatically. In another session, restart Deskscope.',
    cause: error,
  });
}

type AsyncMethod = (...input: readonly unknown[]) => Promise<unknown>;

/** The same provider, with the errors of its asynchronous methods converted. Facts, such as `missesKeys`, remain as they are. */
export function translatedProvider<T extends object>(provider: T): T {
  const members = Object.entries(provider as Readonly<Record<string, unknown>>).map(([name, member]) => [
    name,
    typeof member === 'function'
      ? (...input: readonly unknown[]) => translated(() => (member as AsyncMethod)(...input))
      : member,
  ]);
  return Object.fromEntries(members) as T;
}
