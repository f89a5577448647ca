import { atifExporter } from './atif.ts';
import type { RunExporter } from './exporter.ts';
import { otlpExporter } from './otlp.ts';
import { playwrightExporter } from './playwright.ts';

export const runExporters: readonly RunExporter[] = [atifExporter, otlpExporter, playwrightExporter];
