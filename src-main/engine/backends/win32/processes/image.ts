import type { Handle } from '../native/types.ts';
import { queryFullProcessImageName } from './api.ts';

/** The longest path Windows has, in UTF-16 units: https://learn.microsoft.com/windows/win32/fileio/maximum-file-path-limitation */
const longestPath = 32_767;
const buffer = new Uint16Array(longestPath);

/** The path of a process's executable; empty where it is not told. */
export function processImage(process: Handle): string {
  const size: [number] = [longestPath];
  if (queryFullProcessImageName(process, 0, buffer, size) === 0) return '';
  return Buffer.from(buffer.buffer, 0, size[0] * 2).toString('utf16le');
}
