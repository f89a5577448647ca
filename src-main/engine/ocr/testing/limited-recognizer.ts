import { execFileSync } from 'node:child_process';
import { findLanguage } from '../languages.ts';
import { Recognizers } from '../recognizers.ts';

// Starts a recogniser where the process may not have the addresses that it needs, then where it may, and prints both results.
const limitAddresses = (bytes: string) => execFileSync('prlimit', [`--pid=${process.pid}`, `--as=${bytes}:`]);

void (async () => {
  const recognizers = new Recognizers();
  const options = { language: await findLanguage('en'), lines: 1, signal: new AbortController().signal };
  const start = () => recognizers.use(options, ({ length }) => Promise.resolve(`${length} started`));
  limitAddresses(String(9 * 2 ** 30));
  process.stdout.write(`${await start().catch((error: unknown) => String(error))}\n`);
  limitAddresses('unlimited');
  process.stdout.write(`${await start()}\n`);
  recognizers.close();
})();
