// The entry of `deskscope/test`, apart from all that it loads.
import { loadBuilt } from './desktop-tests/playwright/load-built.ts';
import type * as exported from './test-types.ts';

export const { test, expect, testRecordings } = loadBuilt(__filename, 'test-main.js') as typeof exported;
