import { app } from 'electron';
import { withDeadline } from '../../base/async/deadline.ts';
import type { Log } from '../../base/log.ts';

/** How long the tidy end may take before the app ends untidily, in milliseconds. */
const quitMs = 3_000;

/** Lets the services end (engine, recording, server) before the app does, but never waits for ever. */
export function quitTidily(close: () => Promise<void>, log: Log): void {
  let closing = false;
  const end = async () => {
    try {
      await withDeadline({ timeoutMs: quitMs, what: 'Closing' }, close);
    } catch (error) {
      log('warn', 'not everything closed in time', error);
    }
    app.exit(0);
  };
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (closing) return;
    closing = true;
    void end();
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit());
}
