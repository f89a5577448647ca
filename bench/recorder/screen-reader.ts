import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endChild, startChild } from '../../scripts/lib/children.mjs';
import { ownHome } from '../../scripts/lib/own-home.mjs';

/** Orca on the current display, speaking to a sound device that discards it. */
export interface ScreenReader {
  /** Number of texts that the synthesiser got. Orca's own log has texts even if nothing speaks them. */
  spoken(): Promise<number>;
  close(): Promise<void>;
}

const startsWithinMs = 60_000;
const endsWithinMs = 10_000;
const lookMs = 200;
/** Orca's first texts about the desktop, in milliseconds. */
const settleMs = 3_000;

/** @throws Error if it does not speak within a minute */
export async function startScreenReader(): Promise<ScreenReader> {
  const home = await mkdtemp(join(tmpdir(), 'deskscope-bench-orca-'));
  const socket = join(home, 'speech');
  // Without a locale that is installed, speech-dispatcher does not start.
  const env = { ...process.env, ...ownHome(home), LANG: 'C.UTF-8', SPEECHD_ADDRESS: `unix_socket:${socket}` };
  const settings = join(home, 'speech-dispatcher');
  await mkdir(join(home, 'log'));
  await cp('/etc/speech-dispatcher', settings, { recursive: true });
  await appendFile(join(settings, 'speechd.conf'), '\nAudioOutputMethod "alsa"\nDefaultModule espeak-ng\n');
  await writeFile(join(home, '.asoundrc'), 'pcm.!default { type null }\nctl.!default { type null }\n');
  const log = ['-l', '5', '-L', join(home, 'log')];
  const speech = startChild('speech-dispatcher', ['-s', '-t', '0', ...log, '-C', settings, '-S', socket], { env });
  const orca = startChild('orca', [], { env });
  const spoken = async () => {
    const text = await readFile(join(home, 'log/speech-dispatcher.log'), 'latin1').catch(() => '');
    return text.split('MSG after index marking').length - 1;
  };
  const close = async () => {
    // Killed, it leaves its listeners for keys to the desktop.
    const gone = new Promise((resolve) => orca.once('exit', resolve));
    if (orca.exitCode === null && orca.kill()) await Promise.race([gone, sleep(endsWithinMs)]);
    await endChild(orca);
    await endChild(speech);
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  const end = Date.now() + startsWithinMs;
  while ((await spoken()) === 0) {
    await sleep(lookMs);
    if (Date.now() < end) continue;
    await close();
    throw new Error('Orca does not speak.');
  }
  await sleep(settleMs);
  return { spoken, close };
}
