import { utilityProcess } from 'electron';
import type { EngineProcess, FromEngine } from '../engine/protocol.ts';

/** Starts the engine in a process of its own, so that a bad native call costs a restart and not the app. */
export function spawnEngineProcess(entry: string, args: readonly string[]): EngineProcess {
  const child = utilityProcess.fork(entry, [...args], { serviceName: 'Deskscope engine', stdio: 'inherit' });
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
    // It ended by itself, and its exit is yet to be told: Windows refuses to kill what has ended.
  }
}
