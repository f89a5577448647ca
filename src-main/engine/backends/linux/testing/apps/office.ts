import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { temporaryFolder } from '../folders.ts';

/** How it is started: on a machine that is busy with other tests its first window takes half a minute. */
export const officeOptions = { env: { SAL_USE_VCLPLUGIN: 'gtk3' }, startsWithin: 60_000 } as const;

/** LibreOffice’s argument for a profile of its own. With a new one it ends at once and starts again: done here, without a window. */
export async function officeProfile(): Promise<string> {
  const profile = `-env:UserInstallation=file://${temporaryFolder()}`;
  await promisify(execFile)('soffice', ['--headless', '--terminate_after_init', profile], { timeout: 60_000 });
  return profile;
}

/** What LibreOffice is started with to show a sheet in a profile of its own. */
export async function calcArguments(): Promise<readonly string[]> {
  return ['--calc', '--norestore', '--nologo', await officeProfile()];
}
