import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { end } from '../../../../testing/programs.ts';
import { until } from '../apps/target-app.ts';
import { asNobody, letIn } from './headless.ts';

/** Optional. */
export const hasLabwc = existsSync('/usr/bin/labwc');

export interface LabwcSession {
  /** The environment for programs on it, as Wayland apps if their toolkit supports that. */
  readonly env: NodeJS.ProcessEnv;
  close(): Promise<void>;
}

/** A headless labwc. */
export async function startLabwc(): Promise<LabwcSession> {
  const folder = mkdtempSync(join(tmpdir(), 'deskscope-labwc-'));
  const ready = join(folder, 'ready');
  const files = {
    // Otherwise it exits with its last client, and so do admitted clients.
    'rc.xml': '<labwc_config><core><xwaylandPersistence>yes</xwaylandPersistence></core></labwc_config>',
    autostart: `${letIn}echo "$DISPLAY $WAYLAND_DISPLAY" > ${ready}\n`,
  };
  const paths = Object.entries(files).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  });
  const { program, args, env: own } = asNobody(folder, paths, ['labwc', '-C', folder]);
  const labwc = spawn(program, args, { env: own, stdio: 'ignore' });
  const close = async () => {
    await end(labwc);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await until(() => Promise.resolve(existsSync(ready) && readFileSync(ready, 'utf8').includes('\n')));
    const [display = '', wayland = ''] = readFileSync(ready, 'utf8').trim().split(' ');
    const env = {
      ...process.env,
      XAUTHORITY: undefined,
      SWAYSOCK: undefined,
      DISPLAY: display,
      WAYLAND_DISPLAY: join(folder, wayland),
      XDG_CURRENT_DESKTOP: 'labwc',
      GDK_BACKEND: 'wayland',
      QT_QPA_PLATFORM: 'wayland',
      XDG_SESSION_TYPE: 'wayland',
    };
    return { env, close };
  } catch (error) {
    await close();
    throw error;
  }
}
