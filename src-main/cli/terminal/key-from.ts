import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { AppError } from '#contract/errors';
import { agrees, ask } from './ask.ts';
import type { Context } from '../command.ts';
import { UsageError } from '../usage-error.ts';

interface KeyAbout {
  /** The provider's. */
  readonly title: string;
  readonly file: string;
  /** It was said already that the file may hold it. */
  readonly inFile: boolean;
}

/** More is no key. */
const mostCharacters = 10_000;

/**
 * A key, typed at the terminal without being shown, or all of a pipe; never an argument, which others on the machine see.
 * @throws UsageError for a pipe where nobody can be asked; AppError `cancelled` for a no
 */
export async function keyFrom(
  input: NodeJS.ReadStream,
  { streams, signal }: Pick<Context, 'streams' | 'signal'>,
  { title, file, inFile }: KeyAbout,
): Promise<string> {
  if (!input.isTTY) {
    if (!inFile) throw new UsageError(`There is no terminal to prompt on. Pass --in-file to store the key in ${file}.`);
    return readAll(input);
  }
  const shown = { on: true };
  const output = new Writable({
    write(chunk, _, done) {
      if (shown.on) streams.err.write(String(chunk));
      done();
    },
  });
  const lines = createInterface({ input, output, terminal: true });
  try {
    const question = `No keychain is available here. Store the key in ${file}, readable only by you (mode 0600)?`;
    if (!inFile && !(await agrees(lines, question, signal))) throw new AppError('cancelled', 'Nothing was stored.');
    streams.err.write(`Key of ${title} (not shown): `);
    shown.on = false;
    const key = await ask(lines, '', signal);
    streams.err.write('\n');
    return key;
  } finally {
    lines.close();
  }
}

async function readAll(input: NodeJS.ReadStream): Promise<string> {
  let text = '';
  for await (const chunk of input) {
    text += String(chunk);
    if (text.length > mostCharacters) break;
  }
  return text;
}
