import { connect } from 'node:net';
import { socketOf } from './folders.ts';
import type { forkEngine } from '../engine/process/fork-engine.ts';
import type { EngineProcess, FromEngine } from '../engine/process/protocol.ts';
import { onFrame, sendFrame, type FromDoor, type ToDoor } from './wire.ts';

/** A program on a desktop. It ends with its end here. */
interface InsideProgram {
  send(value: unknown): void;
  kill(): void;
}

interface Listeners {
  readonly message?: (value: unknown) => void;
  readonly output: (text: string) => void;
  /** Called once. `code` is null if it was killed, or where the desktop itself ended. */
  readonly exit: (reason: string, code: number | null) => void;
}

/** Starts a program on a desktop by its folder. @throws AppError as `socketOf` */
export function runInside(folder: string, command: string, args: readonly string[], to: Listeners): InsideProgram {
  const socket = connect(socketOf(folder, 'door'));
  const send = (message: ToDoor) => {
    if (!socket.destroyed) sendFrame(socket, message);
  };
  let isOver = false;
  const over = (reason: string, code: number | null) => {
    if (isOver) return;
    isOver = true;
    to.exit(reason, code);
  };
  onFrame(socket, (message) => {
    // Its programs run as this user and could have written anything: messages are validated where they are used.
    const parsed = message as FromDoor;
    if (parsed.type === 'message') to.message?.(parsed.value);
    else if (parsed.type === 'output') to.output(parsed.text);
    else over(parsed.reason, parsed.code);
  });
  socket.on('error', () => undefined);
  socket.once('close', () => over('the desktop ended', null));
  send({ type: 'start', command, args, channel: to.message !== undefined });
  return { send: (value) => send({ type: 'message', value }), kill: () => socket.destroy() };
}

/** Starts the built engine on a desktop, as `forkEngine` does on the user's own. */
export function engineInside(folder: string): typeof forkEngine {
  return (entry, { backend, log = 'inherit', nodeOptions = [] }): EngineProcess => {
    const messages: ((message: FromEngine) => void)[] = [];
    const ends: ((reason: string) => void)[] = [];
    const program = runInside(folder, process.execPath, [...nodeOptions, entry, '--backend', backend], {
      message: (value) => messages.forEach((listener) => listener(value as FromEngine)),
      output: (text) => log === 'inherit' && process.stderr.write(text),
      exit: (reason) => ends.forEach((listener) => listener(reason)),
    });
    return {
      // Its number inside means nothing here.
      pid: undefined,
      send: (message) => program.send(message),
      onMessage: (listener) => void messages.push(listener),
      onExit: (listener) => void ends.push(listener),
      kill: () => program.kill(),
    };
  };
}
