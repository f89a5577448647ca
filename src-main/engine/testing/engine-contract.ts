import { afterAll, beforeAll, describe, test, expect } from 'vitest';
import { actingContract } from './contract/acting.ts';
import { elementsContract } from './contract/elements.ts';
import { failuresContract } from './contract/failures.ts';
import { followingContract } from './contract/following.ts';
import { ocrContract } from './contract/ocr.ts';
import { patternsContract } from './contract/patterns.ts';
import { pictureContract } from './contract/picture.ts';
import { windowsContract } from './contract/windows.ts';
import type { Desk } from './desk.ts';

const parts = {
  windows: windowsContract,
  elements: elementsContract,
  following: followingContract,
  acting: actingContract,
  patterns: patternsContract,
  picture: pictureContract,
  ocr: ocrContract,
  failures: failuresContract,
};

export type ContractPart = keyof typeof parts;

/**
 * What every engine must do, regardless of its back end. `setup` runs once; all tests use its desktop, and leave it as they
 * found it.
 * @param asked all parts by default
 */
export function describeEngine(
  name: string,
  setup: () => Promise<Desk>,
  asked: readonly ContractPart[] = Object.keys(parts) as ContractPart[],
): void {
  describe(`${name} keeps the engine's contract`, () => {
    let desk: Desk;
    beforeAll(async () => {
      desk = await setup();
    }, 60_000);
    afterAll(() => desk.close());
    for (const part of asked) describe(part, () => parts[part](() => desk));

    test('after its end it answers nothing', async () => {
      await desk.engine.close();
      await expect(desk.engine.listWindows({})).rejects.toMatchObject({ code: 'cancelled' });
    });
  });
}
