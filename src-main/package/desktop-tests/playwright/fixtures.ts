import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { existsSync, writeFileSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test as base, type TestInfo, test } from '@playwright/test';
import { findProgram, installCommand } from '../../../desktops/needs.ts';
import { exportRunAs } from '../../../runs/export-run.ts';
import { playwrightExporter } from '../../../runs/exporters/playwright.ts';
import { exportZip } from '../../../runs/files/zip-writer.ts';
import { openTrace } from '../../../runs/trace/trace-reader.ts';
import type * as exported from '../../test-types.ts';
import { Desktop } from '../desktop.ts';
import { openDesk, servicesOn, type Desk, Pool } from '../open-desk.ts';
import { at, framesOfCaller, type Reporter } from '../reporter.ts';

/** How long an action waits if unknown, in milliseconds. */
const defaultTimeout = 5_000;
/** How long a desktop may take to start or end, in milliseconds. */
const startTimeout = 120_000;

/** @param built the folder of the built entry */
export function createTest(built: string) {
  return base.extend<
    exported.DesktopTestOptions & { desktop: Desktop },
    exported.DesktopWorkerOptions & { desktops: Pool }
  >({
    desktopOn: ['own', { option: true, scope: 'worker' }],
    desktopProfile: [undefined, { option: true, scope: 'worker' }],
    desktopPool: [1, { option: true, scope: 'worker' }],
    desktopTrace: ['retain-on-failure', { option: true }],
    desktops: [
      async ({ desktopOn: on, desktopProfile: profile, desktopPool: size }, use, { config }) => {
        const folder = config.configFile ? path.dirname(config.configFile) : process.cwd();
        const pool = new Pool(() => openDesk({ on, profile, built, folder }), on === 'own' ? size : 0);
        await use(pool);
        await pool.close();
      },
      { scope: 'worker', box: true, timeout: startTimeout },
    ],
    desktop: [
      async ({ desktops, desktopTrace, actionTimeout, headless }, use, info) => {
        const desk = await desktops.take();
        const folder = desktopTrace === 'off' ? null : info.outputPath('desktop-trace');
        const isLate = desktopTrace === 'retain-on-failure';
        const trace = folder === null ? undefined : { folder, title: info.title, isLate };
        const services = await servicesOn(desk, trace).catch(async (error: unknown) => {
          await desk.stop();
          throw error;
        });
        const reporter = runnerReporter(info, !headless || Boolean(process.env['PWDEBUG']));
        const desktop = new Desktop({ desk, services, reporter, timeout: actionTimeout || defaultTimeout });
        const viewer = headless ? null : show(desk);
        await use(desktop);
        if (hasFailed(info) && !desktop.evidence.isCollected)
          await desktop.evidence.collect(await desktop.openWindows().catch(() => []), [], null);
        const isKept = desktopTrace === 'on' || hasFailed(info);
        await desktop.close({ discardTrace: !isKept });
        viewer?.kill();
        if (folder !== null && isKept) await attachTrace(info, folder);
      },
      // Its start and its end do not count as the test's time: with many workers, several start at once.
      { box: true, title: 'desktop', timeout: startTimeout },
    ],
  });
}

function hasFailed({ status, expectedStatus, errors }: TestInfo): boolean {
  return status !== expectedStatus || errors.length > 0;
}

/** `deskscope runs show` and the app open the first; the report opens the second in Playwright's own viewer, by its name. */
async function attachTrace(info: TestInfo, folder: string): Promise<void> {
  // A test that fails before its first action has none.
  if (!existsSync(folder)) return;
  const [whole, shown] = [info.outputPath('desktop-trace.zip'), info.outputPath('trace.zip')];
  const contentType = 'application/zip';
  await exportZip(folder, whole);
  await info.attach('desktop trace', { path: whole, contentType });
  const trace = await openTrace(folder);
  try {
    await exportRunAs(trace, playwrightExporter, shown, { version: '', content: false });
    await info.attach('trace', { path: shown, contentType });
  } finally {
    await trace.close();
  }
}

/** Once for a worker. */
let isReported = false;

/** With `--headed`: a window that shows the desktop, where a viewer is installed. */
function show({ view }: Desk): ChildProcess | null {
  const viewer = findProgram('xtigervncviewer') ?? findProgram('vncviewer');
  if (view === null) return null;
  if (viewer === null) {
    if (!isReported)
      process.stderr.write(
        `--headed: no VNC viewer is installed. Run \`${installCommand(['tigervnc-viewer'])}\`, or open the view Desktops of the app.\n`,
      );
    isReported = true;
    return null;
  }
  return spawn(viewer, ['-ViewOnly', view], { stdio: 'ignore' }).on('error', () => undefined);
}

/** Reports to Playwright. */
function runnerReporter(info: TestInfo, isWatched: boolean): Reporter {
  let files = 0;
  return {
    step({ title, subtitle, params }, body) {
      const frames = framesOfCaller();
      const location = placeOf(frames[0]);
      const shown = { subtitle, ...(params && { params }), ...(location && { location }) };
      return test.step(
        title,
        async () => {
          try {
            return await body();
          } catch (error) {
            throw at(error, frames);
          }
        },
        shown,
      );
    },
    async attach(name, { bytes, type, extension }) {
      // By path: the terminal would show the entire text.
      const file = info.outputPath(`${name.replace(/\W+/g, '-')}-${++files}.${extension}`);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, bytes);
      await info.attach(name, { path: file, contentType: type });
    },
    pause(text) {
      if (!isWatched) return false;
      info.setTimeout(0);
      process.stderr.write(`${text}\n`);
      return true;
    },
    note(type, description) {
      info.annotations.push({ type, description });
    },
  };
}

function placeOf(frame = ''): { readonly file: string; readonly line: number; readonly column: number } | null {
  const [, named = '', line, column] = /\(?((?:file:\/\/)?[^\s()]+):(\d+):(\d+)\)?$/.exec(frame) ?? [];
  if (named === '') return null;
  const file = named.startsWith('file:') ? fileURLToPath(named) : named;
  return { file, line: Number(line), column: Number(column) };
}
