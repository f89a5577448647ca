import { BusConnection } from '../../dbus/connection.ts';
import { properties } from '../vocabulary/names.ts';
import { sessionBusAddress } from './bus-address.ts';

/**
 * Whether accessibility is on for this session; Chromium, Firefox and Qt 6 query it at startup.
 * https://gnome.pages.gitlab.gnome.org/at-spi2-core/devel-docs/doc-org.a11y.Status.html
 * @throws BusUnavailable, DBusFailure, or the signal's reason
 */
export async function isAccessibilityOn(signal: AbortSignal): Promise<boolean> {
  const session = await BusConnection.open(sessionBusAddress(), signal);
  try {
    const bus = { destination: 'org.a11y.Bus', path: '/org/a11y/bus', interface: properties };
    const [on] = await session.call(
      { ...bus, member: 'Get', signature: 'ss', body: ['org.a11y.Status', 'IsEnabled'] },
      signal,
    );
    return on === true;
  } finally {
    session.close();
  }
}

/** Turns accessibility on, and reports side effects. */
export const turnOn =
  'Turn accessibility on: `gsettings set org.gnome.desktop.interface toolkit-accessibility true` (a lasting setting of ' +
  'the user’s desktop)';
