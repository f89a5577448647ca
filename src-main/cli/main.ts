// First of all: the MCP SDK wants it as soon as it is loaded.
import '../base/polyfill-crypto.ts';
import path from 'node:path';
import { version } from '../../package.json';
import { AppError, toWire } from '#contract/errors';
import { startEngine } from '../headless.ts';
import { createPaint, errorText } from './output.ts';
import { runCommandLine } from './run.ts';
import { isReaderGone, watchOutput } from './standard-output.ts';

/** How long what is still open may keep the process once the command is done, in milliseconds. */
const lingerMs = 2_000;

const interrupted = new AbortController();
// Windows has of these SIGINT (Ctrl+C), SIGBREAK (Ctrl+Break) and SIGHUP (the console is closed).
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
  // A file has no such method, and ends by itself.
  (process.stdin as { unref?: () => void }).unref?.();
}

// Nobody is left to be told.
process.stderr.on('error', () => undefined);
let outputLost = false;
const out = watchOutput(process.stdout, (error) => {
  // `deskscope tree … | head` closes the pipe early: that is no error.
  if (isReaderGone(error)) process.exit(0);
  outputLost = true;
  process.exitCode = Number(process.exitCode) || 1;
  const hint = 'Make room there, or send it elsewhere.';
  const wire = toWire(new AppError('file_error', `Standard output cannot be written: ${error.message}.`, { hint }));
  process.stderr.write(errorText(wire, createPaint(process.stderr.isTTY, process.env)));
  // As Ctrl+C: what was made elsewhere is kept.
  interrupted.abort();
});

void runCommandLine(process.argv.slice(2), {
  streams: { out, err: process.stderr },
  variables: process.env,
  signal: interrupted.signal,
  interruptAtEndOfInput,
  version,
  startEngine,
  engineEntry: path.join(__dirname, 'engine.js'),
}).then((code) => {
  process.exitCode = code || Number(outputLost);
  setTimeout(() => process.exit(), lingerMs).unref();
});
