/** What Windows takes for a device, whatever its extension: https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
/** What no name of a file may hold on Windows, and what parts folders elsewhere. */
const refused = /[<>:"/\\|?*\u0000-\u001f]/g;

export function isDeviceName(name: string): boolean {
  return device.test(name);
}

/** A name for a file, good on every system, that reports what the text reports. */
export function toFileName(text: string): string {
  const name = text.replaceAll(refused, '-').replace(/[. ]+$/, '');
  return name === '' || isDeviceName(name) ? `_${name}` : name;
}
