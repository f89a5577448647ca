import { json, jsonc } from './json.ts';
import type { Format } from './format.ts';
import { toml } from './toml.ts';
import { yaml, yamlList } from './yaml.ts';

export type FormatName = 'json' | 'jsonc' | 'toml' | 'yaml' | 'yamlList';

export const formats: Readonly<Record<FormatName, Format>> = { json, jsonc, toml, yaml, yamlList };
