/** An error reply of a D-Bus peer, by its D-Bus name, e.g. `org.freedesktop.DBus.Error.UnknownMethod`. */
export class DBusFailure extends Error {
  readonly errorName: string;

  constructor(errorName: string, message: string) {
    super(message === '' ? errorName : `${errorName}: ${message}`);
    this.name = 'DBusFailure';
    this.errorName = errorName;
  }
}

/**
 * The received data violates the D-Bus specification:
 * https://dbus.freedesktop.org/doc/dbus-specification.html#message-protocol-messages
 */
export class MalformedMessage extends DBusFailure {
  constructor(message: string) {
    super('org.freedesktop.DBus.Error.InconsistentMessage', message);
    this.name = 'MalformedMessage';
  }
}

/** The bus cannot be reached, or was lost during the call. */
export class BusUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'BusUnavailable';
  }
}
