import { atifImporter } from './atif.ts';
import type { RunImporter } from './importer.ts';
import { osworldImporter } from './osworld.ts';
import { ufoImporter } from './ufo.ts';

export const runImporters: readonly RunImporter[] = [ufoImporter, osworldImporter, atifImporter];
