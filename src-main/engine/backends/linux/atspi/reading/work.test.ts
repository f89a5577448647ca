import { expect, it } from 'vitest';
import { Work } from './work.ts';

it('finishes when all follow-up queries are done', async () => {
  const seen: number[] = [];
  const work = new Work(() => undefined);
  const open = (depth: number) => {
    work.add(Promise.resolve(depth), (answer) => {
      seen.push(answer);
      if (depth < 3) for (let child = 0; child < 2; child++) open(depth + 1);
    });
  };
  open(0);
  await work.done();
  expect(seen).toHaveLength(1 + 2 + 4 + 8);
});

it('continues after tolerated failures, and ends with any other', async () => {
  const borne: unknown[] = [];
  const failing = (message: string) => Promise.reject(new Error(message));
  const tough = new Work((error) => borne.push(error));
  tough.add(failing('one'), () => undefined);
  tough.add(failing('two'), () => undefined);
  await tough.done();
  expect(borne).toHaveLength(2);
  const weak = new Work((error) => {
    throw error;
  });
  weak.add(failing('three'), () => undefined);
  await expect(weak.done()).rejects.toThrow('three');
});

it('finishes at once without queries', () => expect(new Work(() => undefined).done()).resolves.toBeUndefined());
