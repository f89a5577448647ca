import { utilityProcess } from 'electron';
import type { Log } from '../base/log.ts';
import type { EngineProcess } from '../engine/process/protocol.ts';
import { engineInChild } from './engine-child.ts';

/** Starts the engine in a separate process, so that a bad native call costs a restart and not the app. */
export function spawnEngineProcess(entry: string, args: readonly string[], log: Log): EngineProcess {
  return engineInChild(
    utilityProcess.fork(entry, [...args], { serviceName: 'Deskscope engine', stdio: 'inherit' }),
    log,
  );
}
