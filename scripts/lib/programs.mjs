import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Whether a program is on the PATH.
 * @param {string} name
 */
export function hasProgram(name) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, name)));
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
