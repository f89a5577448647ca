import { EventEmitter } from 'node:events';
import type { UtilityProcess } from 'electron';
import { expect, it } from 'vitest';
import { engineInChild } from './engine-child.ts';

it('logs a fatal error of V8, and reports the end alone', () => {
  const child = new EventEmitter();
  const [logged, ended]: [string[], string[]] = [[], []];
  engineInChild(child as unknown as UtilityProcess, (_, message) => void logged.push(message)).onExit((why) =>
    ended.push(why),
  );
  child.emit('error', 'FatalError', 'v8::ArrayBuffer', '{}');
  expect([logged, ended]).toEqual([['the engine ends: FatalError at v8::ArrayBuffer'], []]);
  child.emit('exit', 133);
  expect(ended).toEqual(['exit code 133']);
});
