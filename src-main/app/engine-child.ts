import type { UtilityProcess } from 'electron';
import type { Log } from '../base/log.ts';
import type { EngineProcess, FromEngine } from '../engine/process/protocol.ts';

/** The engine in one of Electron's processes. */
export function engineInChild(child: UtilityProcess, log: Log): EngineProcess {
  // Emitted before a fatal error of V8 ends it; an emitter without a listener for that would throw here.
  child.on('error', (type, location) => log('error', `the engine ends: ${type} at ${location}`));
  return {
    get pid() {
      return child.pid;
    },
    send: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', (message) => listener(message as FromEngine)),
    onExit: (listener) => void child.once('exit', (code) => listener(`exit code ${code}`)),
    // Electron's own `kill` is a SIGTERM, which a process stuck in native code never sees.
    kill: () => {
      if (child.pid === undefined) child.kill();
      else kill(child.pid);
    },
  };
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended, and its exit is yet to be reported: Windows refuses to kill an ended process.
  }
}
