import { DBusFailure } from '../../dbus/failure.ts';

/** One fact that an app refuses must not cost the element. Losing the bus, or time being up, is another matter. */
export async function orElse<T>(reading: Promise<T>, instead: T): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof DBusFailure) return instead;
    throw error;
  }
}

const prefix = 'org.freedesktop.DBus.Error.';
/** How toolkits refuse what an object does not have, and what they do not have themselves. */
const refusals = new Set(
  ['NotSupported', 'UnknownMethod', 'UnknownInterface', 'UnknownProperty', 'UnknownObject'].map(
    (name) => `${prefix}${name}`,
  ),
);

/**
 * Reports what an element does not have from one that is gone: Qt refuses the former in the words for the latter, and GTK 4.18
 * the other way round.
 * @param reports asks what every element reports; without it, `reading` does
 * @throws DBusFailure `UnknownObject` if it is gone, else `UnknownMethod`; as `reading`
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
