import { readFile } from 'node:fs/promises';
import { AppError } from '#contract/errors';
import standard from '../../../resources/mcp.yaml?raw';
import { parseConfig, type ParsedConfig } from './parse-config.ts';
import type { AgentsConfig } from './schema.ts';
import type { Variables } from './variables.ts';

/** What holds where no file is given: UFO's agents with our servers. */
export function defaultConfig(): AgentsConfig {
  return parseConfig(standard, { file: 'resources/mcp.yaml', variables: {} }).config;
}

/** @throws AppError `file_error`, and `invalid_parameter` with every line to mend */
export async function loadConfig(
  file: string | Readonly<Record<string, unknown>>,
  variables: Variables,
): Promise<ParsedConfig> {
  // All JSON is YAML, and so the same reader says what is wrong in an object.
  if (typeof file !== 'string') return parseConfig(JSON.stringify(file, null, 2), { file: 'configuration', variables });
  return parseConfig(await readConfig(file), { file, variables });
}

/** @throws AppError `file_error` */
export async function readConfig(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const why = (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : String(cause);
    throw new AppError('file_error', `The configuration ${file} could not be read: ${why}.`, { cause });
  }
}
