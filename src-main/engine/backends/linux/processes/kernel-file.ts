import { readFile } from 'node:fs';
import { promisify } from 'node:util';

/**
 * Reads a file below `/proc` completely. `fs/promises` in Node 18.15 treats the first short read as the end of the file, and
 * loses most lines of `maps`.
 */
export const readKernelFile = promisify(readFile);
