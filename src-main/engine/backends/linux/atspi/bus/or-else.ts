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
