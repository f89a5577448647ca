import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { temporaryFolder } from './folders.ts';

/**
 * What LibreOffice is started with to show a sheet in a profile of its own. With a new profile it ends at once and starts
 * again: that is done here, without a window.
 */
export async function calcArguments(): Promise<readonly string[]> {
  const profile = `-env:UserInstallation=file://${temporaryFolder()}`;
  await promisify(execFile)('soffice', ['--headless', '--terminate_after_init', profile], { timeout: 60_000 });
  return ['--calc', '--norestore', '--nologo', profile];
}
