import { programEnvironment } from '../../../../../base/processes/program-environment.ts';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { disposable, type Disposable } from '../../../../../base/async/disposable.ts';

/** Lines of KWin's log from now on, preceded by a few older ones. */
export interface LogSource {
  /** @param ended called if the follower ends unexpectedly */
  follow(line: (text: string) => void, ended: () => void): Disposable;
  /** Maximum delay of a line, in milliseconds; missing if there is none. */
  readonly lateMs?: number;
}

/** Includes older lines: the follower starts slightly after its subject. */
const before = '50';
/** The journal wakes its readers four times a second: `POST_CHANGE_TIMER_INTERVAL_USEC` of journal-file.c. */
const journalMs = 300;
/**
 * Prefix that ends a program with the thread that started it, even if this process is killed: otherwise it stays until its next
 * output. https://man7.org/linux/man-pages/man1/setpriv.1.html, of util-linux.
 */
const endsWithUs = ['--pdeathsig', 'KILL'];
/** Where systemd collects logs. */
const journal = '/run/systemd/journal/socket';
/** KWin as started by Plasma; only its own output, for this user. */
const ofUser = `_UID=${process.getuid?.() ?? 0}`;
const ofKWin = ['_SYSTEMD_USER_UNIT=plasma-kwin_wayland.service', ofUser, '+', '_COMM=kwin_wayland', ofUser];

/** The source of KWin's log: the file named by DESKSCOPE_KWIN_LOG, else the user's journal. Null if there is neither. */
export function findLog(variables: Readonly<Record<string, string | undefined>> = process.env): LogSource | null {
  const file = variables['DESKSCOPE_KWIN_LOG'];
  if (file) return following('tail', ['-n', before, '-F', file]);
  if (!existsSync(journal)) return null;
  const args = ['--quiet', '--lines', before, '--follow', '--output', 'cat', ...ofKWin];
  return { ...following('journalctl', args), lateMs: journalMs };
}

function following(program: string, args: readonly string[]): LogSource {
  return {
    follow(line, ended) {
      const child = spawn('setpriv', [...endsWithUs, program, ...args], {
        env: programEnvironment(),
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      // A failed start counts as an end.
      child.once('close', () => ended());
      child.on('error', () => undefined);
      const lines = createInterface({ input: child.stdout });
      lines.on('line', line);
      return disposable(() => {
        child.removeAllListeners('close');
        lines.close();
        child.kill('SIGKILL');
      });
    },
  };
}
