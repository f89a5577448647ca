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

/** How toolkits refuse what an object does not have: GTK 4.18 refuses everything so of an element that goes away. */
const refusals = new Set(
  ['NotSupported', 'UnknownMethod', 'UnknownInterface', 'UnknownProperty'].map(
    (name) => `org.freedesktop.DBus.Error.${name}`,
  ),
);

/** What every element tells: where it is refused the element is gone. @throws DBusFailure that says so */
export async function ofEveryElement<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof DBusFailure) || !refusals.has(error.errorName)) throw error;
    throw new DBusFailure('org.freedesktop.DBus.Error.UnknownObject', error.message);
  }
}
