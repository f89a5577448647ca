import { readFile } from 'node:fs';
import { promisify } from 'node:util';

/**
 * Reads a file below `/proc` to its end. That of `fs/promises` in Node 18.15 takes the first read that brings less than
 * was asked for as the end: of `maps` most lines were lost.
 */
export const readKernelFile = promisify(readFile);
