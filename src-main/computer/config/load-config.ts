import { open } from 'node:fs/promises';
import { AppError } from '#contract/errors';
import standard from '../../../resources/mcp.yaml?raw';
import { parseConfig, type ParsedConfig } from './parse-config.ts';
import type { AgentsConfig } from './schema.ts';
import type { Variables } from './variables.ts';

/** The configuration without a file: UFO's agents with our servers. */
export function defaultConfig(): AgentsConfig {
  return parseConfig(standard, { file: 'resources/mcp.yaml', variables: {} }).config;
}

/** @throws AppError `file_error`, and `invalid_parameter` with every line to mend */
export async function loadConfig(
  file: string | Readonly<Record<string, unknown>>,
  variables: Variables,
): Promise<ParsedConfig> {
  // All JSON is YAML, so the same parser reports errors in an object.
  if (typeof file !== 'string') return parseConfig(JSON.stringify(file, null, 2), { file: 'configuration', variables });
  return parseConfig(await readConfig(file), { file, variables });
}

/** @throws AppError `file_error` */
export async function readConfig(file: string): Promise<string> {
  try {
    const handle = await open(file, 'r');
    try {
      // One byte more than allowed, so that a source without a size, such as a pipe, is not read further either.
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(mostBytes + 1), 0, mostBytes + 1, 0);
      if (bytesRead <= mostBytes) return ensureFewValues(file, buffer.toString('utf8', 0, bytesRead));
    } finally {
      await handle.close();
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const why = (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : String(cause);
    throw new AppError('file_error', `The configuration ${file} could not be read: ${why}.`, { cause });
  }
  throw new AppError('file_error', `The configuration ${file} has more than ${mostBytes / 1e6} MB.`);
}

/** A thousand servers need less; the YAML parser uses a thousand times the memory, and some kilobytes per value. */
const mostBytes = 250_000;
const mostValues = 16_000;

function ensureFewValues(file: string, text: string): string {
  const values = text.match(/[[{,\n]|[-:?](?=\s)/g)?.length ?? 0;
  if (values <= mostValues) return text;
  throw new AppError('file_error', `The configuration ${file} has more than ${mostValues} lines and values.`);
}
