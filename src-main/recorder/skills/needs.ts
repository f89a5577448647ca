import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { quoted } from '#contract/foreign-text';
import type { Recording } from '#contract/model/recordings/recording';
import type { WindowInfo } from '#contract/model/windows/window';

/** The environment in which a skill was recorded, checked before it runs. */
export const skillNeeds = z.object({
  platform: z.string(),
  /** `x11`, `wayland (sway)`, …; empty if unknown. */
  session: z.string(),
  /** The apps' language, in the form of `LANG`; empty if unknown. */
  language: z.string(),
  /** `version`: of the system's package; null if unknown. `isStarted`: a step starts it. */
  apps: z.array(z.object({ app: z.string(), version: z.string().nullable(), isStarted: z.boolean() })),
});
export type SkillNeeds = Readonly<z.output<typeof skillNeeds>>;

/** One need and whether it is met. */
export interface Readiness {
  readonly what: 'platform' | 'session' | 'language' | 'app' | 'version';
  readonly ok: boolean;
  /** The skill cannot run at all; false if it may fail. */
  readonly blocks: boolean;
  readonly message: string;
}

export interface Surroundings {
  readonly platform: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** The apps of a recording, and where it was made. */
export async function needsOf({ steps }: Recording, { platform, variables }: Surroundings): Promise<SkillNeeds> {
  const enabled = steps.filter((step) => step.enabled);
  const started = new Set(
    enabled.flatMap(({ action, window: { app = '' } }) =>
      action.type === 'launch' ? [path.basename(action.command), app] : [],
    ),
  );
  const names = [...new Set(enabled.flatMap(({ window }) => window.app || []))];
  const apps = names.map(async (app) => ({
    app,
    version: await versionOf(app, variables),
    isStarted: started.has(app),
  }));
  return { platform, session: sessionOf(variables), language: languageOf(variables), apps: await Promise.all(apps) };
}

/** Which needs are met; unmet ones come first. */
export async function readinessFor(
  needs: SkillNeeds,
  { platform, variables, windows }: Surroundings & { readonly windows: readonly Pick<WindowInfo, 'app'>[] },
): Promise<readonly Readiness[]> {
  const session = sessionOf(variables);
  const language = languageOf(variables);
  const same = (what: Readiness['what'], needed: string, found: string, blocks: boolean): readonly Readiness[] => {
    if (needed === '' || found === '') return [];
    const ok = needed === found;
    const message = ok ? `${what}: ${found}` : `${what}: recorded with ${quoted(needed)}, here it is ${quoted(found)}`;
    return [{ what, ok, blocks: !ok && blocks, message }];
  };
  const apps = await Promise.all(
    needs.apps.map(async ({ app, version, isStarted }): Promise<readonly Readiness[]> => {
      const isOpen = windows.some((window) => window.app === app);
      const ok = isOpen || isStarted;
      const hint = ok ? (isOpen ? 'is open' : 'is started by a step') : 'is not open: open it first';
      const now = version === null ? null : await versionOf(app, variables);
      return [
        { what: 'app', ok, blocks: !ok, message: `app: ${quoted(app)} ${hint}` },
        ...same('version', version ? `${app} ${version}` : '', now ? `${app} ${now}` : '', false),
      ];
    }),
  );
  const all = [
    ...same('platform', needs.platform, platform, true),
    ...same('session', needs.session, session, false),
    ...same('language', needs.language, language, false),
    ...apps.flat(),
  ];
  return [...all].sort((a, b) => Number(a.ok) - Number(b.ok));
}

function sessionOf(variables: Surroundings['variables']): string {
  const desktop = variables['XDG_CURRENT_DESKTOP'];
  const kind = variables['WAYLAND_DISPLAY'] ? 'wayland' : variables['DISPLAY'] ? 'x11' : '';
  return kind && desktop ? `${kind} (${desktop})` : kind;
}

/** Without the encoding, which does not affect texts. */
function languageOf(variables: Surroundings['variables']): string {
  const set = variables['LC_ALL'] || variables['LC_MESSAGES'] || variables['LANG'] || '';
  const language = set.replace(/\..*$/, '');
  return language === 'POSIX' ? 'C' : language;
}

/** Timeout of package queries, in milliseconds. */
const askMs = 3_000;
const ask = promisify(execFile);

/** The version of the package that owns a program; null if unknown. */
async function versionOf(app: string, variables: Surroundings['variables']): Promise<string | null> {
  const file = await onPath(app, variables['PATH'] ?? '');
  if (file === null) return null;
  const run = async (command: string, ...args: string[]) =>
    (await ask(command, args, { timeout: askMs, env: { ...process.env, LC_ALL: 'C' } })).stdout.trim();
  try {
    const [owner = ''] = (await run('dpkg-query', '-S', file)).split(':');
    return (await run('dpkg-query', '-W', '-f', '${Version}', owner)) || null;
  } catch {
    return run('rpm', '-qf', '--qf', '%{VERSION}', file).catch(() => null);
  }
}

async function onPath(app: string, folders: string): Promise<string | null> {
  if (!/^[\w.+-]+$/.test(app)) return null;
  for (const folder of folders.split(path.delimiter).filter((one) => path.isAbsolute(one))) {
    const file = path.join(folder, app);
    const isThere = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return file;
  }
  return null;
}
