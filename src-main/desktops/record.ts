import { z } from 'zod';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { desktopFolders, readRecord, socketOf, sweepDesktops } from './folders.ts';
import { sessionNames } from './inside/order.ts';
import { wallNames } from './walls.ts';

const record = z.object({
  id: z.string(),
  /** The process that it ends with. */
  owner: z.number(),
  startedAt: z.iso.datetime(),
  /** The client that it is for, e.g. `claude-code`; empty for none in particular. */
  openedBy: z.string(),
  session: z.enum(sessionNames).default('x11'),
  /** As its own programs name it: `:0`, or the socket of a compositor. */
  display: z.string(),
  /** In pixels. */
  width: z.number(),
  height: z.number(),
  scale: z.number(),
  locale: z.string(),
  walls: z.enum(wallNames),
  network: z.boolean(),
  readable: z.array(z.string()),
  writable: z.array(z.string()),
  /** Whether it can be looked at with a VNC viewer. */
  hasView: z.boolean(),
});

/** The record of a desktop, kept in its folder once it is ready. */
export type DesktopRecord = z.output<typeof record>;

export interface RunningDesktop {
  readonly record: DesktopRecord;
  readonly folder: string;
}

/** This user's ready desktops, oldest first; remains of dead owners are removed. */
export async function runningDesktops(): Promise<readonly RunningDesktop[]> {
  await sweepDesktops();
  return desktopFolders()
    .flatMap(({ path: folder }) => {
      const { data } = record.safeParse(readRecord(folder));
      return data ? [{ record: data, folder }] : [];
    })
    .sort((a, b) => a.record.startedAt.localeCompare(b.record.startedAt));
}

/** @throws AppError `not_found` with the existing ones */
export async function findDesktop(id: string): Promise<RunningDesktop> {
  const all = await runningDesktops();
  const found = all.find(({ record: { id: each } }) => each === id);
  if (found) return found;
  const others = all.map(({ record: { id: each } }) => each).join(', ');
  throw new AppError('not_found', `There is no desktop ${quoted(id)}.`, {
    hint: others === '' ? 'Start one: `deskscope desktop start`.' : `Running: ${others}.`,
  });
}

/** The socket for VNC viewers. @throws AppError `unsupported_platform` if it has no view, as `socketOf` */
export function viewSocket({ record: { id, session, hasView }, folder }: RunningDesktop): string {
  if (hasView) return socketOf(folder, 'view');
  if (session !== 'x11')
    throw new AppError('unsupported_platform', `Desktop ${id} runs ${session}, which has no view.`, {
      hint: `Take a picture: deskscope --desktop ${id} screenshot -o FILE.png.`,
    });
  throw new AppError('unsupported_platform', `Desktop ${id} runs in Xvfb, which has no view.`, {
    hint: 'Run `sudo apt-get install --no-install-recommends tigervnc-standalone-server`, then start another desktop.',
  });
}
