/** The first program of a desktop: starts the others, ends with them and with the desktop's owner. Plain Node.js. */
import { openDoor } from './door.ts';
import { endDesktop, endWithOwner } from './lifeline.ts';
import type { Order, Report } from './order.ts';
import { startSession } from './session.ts';

// The owner wrote it.
const order = JSON.parse(process.argv[2] ?? '') as Order;
let isEnding = false;

function end(why?: string): void {
  if (isEnding) return;
  isEnding = true;
  if (why !== undefined) process.stderr.write(`${why}\n`);
  void endDesktop(order.ownProcesses);
}

function report(what: Report): void {
  process.stdout.write(`${JSON.stringify(what)}\n`);
}

// Whoever read what is written here may be gone.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);
// Before anything else: an owner that is gone already is noticed now.
endWithOwner(() => end());

startSession(order, end)
  .then(async (display) => {
    await openDoor(order.door);
    report({ display });
  })
  .catch((error: unknown) => {
    report({ failed: error instanceof Error ? error.message : String(error) });
    end();
  });
