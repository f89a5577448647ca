import path from 'node:path';
import manifest from '../../package.json';
import { type Environment, runCommandLine } from './run.ts';

/** How long open handles may keep the process alive after the command, in milliseconds. */
const lingerMs = 2_000;

const interrupted = new AbortController();
// On Windows, of these, there are SIGINT (Ctrl+C), SIGBREAK (Ctrl+Break) and SIGHUP (the console is closed).
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const) {
  process.on(signal, () => {
    // The second time the user means it.
    if (interrupted.signal.aborted) process.exit(130);
    interrupted.abort();
  });
}
/** As Ctrl+C, once standard input ends: on Windows no other program can send a signal. */
function interruptAtEndOfInput(): void {
  process.stdin.once('end', () => interrupted.abort()).resume();
  // A file has no such method, and ends on its own.
  (process.stdin as { unref?: () => void }).unref?.();
}

// `deskscope tree … | head` closes the pipe early: that is no error. Windows has two codes for it (libuv's `error.c`).
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) =>
  process.exit(code === 'EPIPE' || code === 'EOF' ? 0 : 1),
);

/** Loaded on demand: most commands need only one of them. */
const engineStarter: Environment['engineStarter'] = async (looks) => {
  if (!looks || process.platform !== 'linux') return (await import('../services/start-engine.ts')).startEngine;
  if (looks !== 'first windows') {
    const { engineHere } = await import('../services/engine-here.ts');
    return (options) => engineHere(options, looks === 'windows');
  }
  const [{ startEngine }, { listingHere }] = await Promise.all([
    import('../services/start-engine.ts'),
    import('../services/engine-here.ts'),
  ]);
  return (options) => listingHere(startEngine(options), options);
};

void runCommandLine(process.argv.slice(2), {
  streams: { out: process.stdout, err: process.stderr },
  variables: process.env,
  signal: interrupted.signal,
  interruptAtEndOfInput,
  version: manifest.version,
  // Set by the publisher of a build.
  repository: 'repository' in manifest ? manifest.repository : undefined,
  engineStarter,
  engineEntry: path.join(__dirname, 'engine.js'),
}).then((code) => {
  process.exitCode = code;
  setTimeout(() => process.exit(), lingerMs).unref();
});
