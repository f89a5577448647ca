// The built `deskscope/test`, which `test.ts` loads. The polyfill comes first: the MCP SDK needs it while loading.
import '../base/polyfill-crypto.ts';
import { expect as ours } from './desktop-tests/playwright/expect.ts';
import { declareIn } from './desktop-tests/playwright/declare-in.ts';
import { createTest } from './desktop-tests/playwright/fixtures.ts';
import { recordingsIn } from './desktop-tests/recordings-in.ts';
import type * as exported from './test-types.ts';

const own = createTest(__dirname);

export const test = own as unknown as typeof exported.test;
export const expect = ours as unknown as typeof exported.expect;

export const testRecordings: typeof exported.testRecordings = (source) => {
  for (const { title, file } of recordingsIn(source))
    declareIn(file, own, title, ({ desktop }) => desktop.replay(file));
};
