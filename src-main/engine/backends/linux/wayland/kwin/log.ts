import { programEnvironment } from '../../../../../base/processes/program-environment.ts';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { disposable, type Disposable } from '../../../../../base/async/disposable.ts';

/** Lines of KWin's log from now on, a few of before among them. */
export interface LogSource {
  /** @param ended called where who follows it ends by itself */
  follow(line: (text: string) => void, ended: () => void): Disposable;
  /** How long a line may take to come, in milliseconds; missing if it comes at once. */
  readonly lateMs?: number;
}

/** What is older is looked at too: who follows begins a moment later than what it follows. */
const before = '50';
/** The journal wakes its readers four times a second: `POST_CHANGE_TIMER_INTERVAL_USEC` of journal-file.c. */
const journalMs = 300;
/**
 * Before a program that ends with the thread that starts it, even if this process is killed: by itself it would stay until it has
 * something to say. https://man7.org/linux/man-pages/man1/setpriv.1.html, of util-linux.
 */
const endsWithUs = ['--pdeathsig', 'KILL'];
/** Where systemd collects what programs report. */
const journal = '/run/systemd/journal/socket';
/** As Plasma starts KWin; only what it says itself, of this user. */
const ofUser = `_UID=${process.getuid?.() ?? 0}`;
const ofKWin = ['_SYSTEMD_USER_UNIT=plasma-kwin_wayland.service', ofUser, '+', '_COMM=kwin_wayland', ofUser];

/**
 * Where KWin's log can be read: in the file that DESKSCOPE_KWIN_LOG names, else in the journal of the user. Null if there is
 * neither.
 */
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
      // What cannot be started ends as well.
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
