import { BusUnavailable } from './failure.ts';
import { quoted } from '#contract/foreign-text';

/**
 * The socket path of a D-Bus address such as `unix:path=/run/user/0/bus,guid=…`; the first usable of a list.
 * Syntax: https://dbus.freedesktop.org/doc/dbus-specification.html#addresses
 * @throws BusUnavailable where no entry names a unix socket
 */
export function socketPath(address: string): string {
  for (const entry of address.split(';')) {
    if (!entry.startsWith('unix:')) continue;
    const options = new Map(entry.slice('unix:'.length).split(',').map(keyAndValue));
    const path = options.get('path');
    if (path) return path;
    const abstract = options.get('abstract');
    // The abstract namespace is written with a leading NUL.
    if (abstract) return `\0${abstract}`;
  }
  throw new BusUnavailable(`${quoted(address)} names no unix socket`);
}

function keyAndValue(option: string): [string, string] {
  const [key = '', value = ''] = option.split('=', 2);
  return [key, unescapeValue(value)];
}

function unescapeValue(value: string): string {
  return Buffer.from(
    value.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
}
