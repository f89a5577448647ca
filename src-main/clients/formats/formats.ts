import { json, jsonc } from './json.ts';
import type { Format } from './format.ts';
import { toml } from './toml.ts';
import { yaml } from './yaml.ts';

export type FormatName = 'json' | 'jsonc' | 'toml' | 'yaml';

export const formats: Readonly<Record<FormatName, Format>> = { json, jsonc, toml, yaml };
