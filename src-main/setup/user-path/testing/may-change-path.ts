import { existsSync } from 'node:fs';

/** In Wine and on machines for tests: a test that is killed could leave a developer without their Path. */
export const mayChangePath = existsSync('C:\\windows\\system32\\winecfg.exe') || process.env['CI'] !== undefined;
