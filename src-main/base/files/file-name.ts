/** Device names on Windows, with any extension: https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
/** Characters forbidden in file names on Windows, and path separators elsewhere. */
const refused = /[<>:"/\\|?*\u0000-\u001f]/g;

export function isDeviceName(name: string): boolean {
  return device.test(name);
}

/** A file name for the text, valid on every system. */
export function toFileName(text: string): string {
  const name = text.replaceAll(refused, '-').replace(/[. ]+$/, '');
  return name === '' || isDeviceName(name) ? `_${name}` : name;
}
