import { DBusFailure } from '../../dbus/failure.ts';

/** One fact that an app refuses must not fail the element. Losing the bus or running out of time still throws. */
export async function orElse<T>(reading: Promise<T>, instead: T): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof DBusFailure) return instead;
    throw error;
  }
}

const prefix = 'org.freedesktop.DBus.Error.';
/** D-Bus errors for what an object lacks, and for what the toolkit itself lacks. */
const refusals = new Set(
  ['NotSupported', 'UnknownMethod', 'UnknownInterface', 'UnknownProperty', 'UnknownObject'].map(
    (name) => `${prefix}${name}`,
  ),
);

/**
 * Distinguishes a missing interface from a missing element: Qt reports the former with the error of the latter, GTK 4.18 the
 * other way round.
 * @param reports a query that every element answers; defaults to `reading`
 * @throws DBusFailure `UnknownObject` if the element is gone, else `UnknownMethod`; as `reading`
 */
export async function ofElement<T>(reading: Promise<T>, reports?: () => Promise<unknown>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof DBusFailure) || !refusals.has(error.errorName)) throw error;
    const isThere =
      reports !== undefined &&
      (await orElse(
        reports().then(() => true),
        false,
      ));
    throw new DBusFailure(`${prefix}${isThere ? 'UnknownMethod' : 'UnknownObject'}`, error.message);
  }
}
