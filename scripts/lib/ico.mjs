/** https://learn.microsoft.com/windows/win32/uxguide/vis-icons: sizes for Explorer, taskbar and Alt+Tab. */
export const iconSizes = [16, 24, 32, 48, 64, 128, 256];

const headerSize = 6;
const entrySize = 16;

/**
 * A Windows icon of square PNG pictures, supported in any size since Vista
 * (https://devblogs.microsoft.com/oldnewthing/20101022-00/?p=12473).
 * @param {readonly { size: number, png: Buffer }[]} pictures sizes in pixels, at most 256
 * @returns {Buffer}
 */
export function toIco(pictures) {
  const directory = Buffer.alloc(headerSize + entrySize * pictures.length);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(pictures.length, 4);
  let offset = directory.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const at = headerSize + entrySize * index;
    // 256 is written as 0.
    directory.writeUInt8(size % 256, at);
    directory.writeUInt8(size % 256, at + 1);
    directory.writeUInt16LE(1, at + 4);
    directory.writeUInt16LE(32, at + 6);
    directory.writeUInt32LE(png.length, at + 8);
    directory.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([directory, ...pictures.map(({ png }) => png)]);
}
