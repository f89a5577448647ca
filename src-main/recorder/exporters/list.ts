import type { ExportedScript } from '#contract/api';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { Recording } from '#contract/model/recordings/recording';
import { dogtail } from './dogtail.ts';
import type { Exporter } from './exporter.ts';
import { flaui } from './flaui.ts';
import { markdown, markdownWithPictures } from './markdown.ts';
import { playwright } from './playwright.ts';
import { python } from './python.ts';
import { pywinauto } from './pywinauto.ts';
import { skill } from './skill.ts';
import { json, ufoJson } from './tool-calls.ts';
import { typescript } from './typescript.ts';
import { ufo } from './ufo.ts';
import { uiAutomation } from './ui-automation.ts';

/** In the order of display. */
export const exporters: readonly Exporter[] = [
  json,
  ufoJson,
  uiAutomation,
  python,
  ufo,
  typescript,
  playwright,
  dogtail,
  pywinauto,
  flaui,
  markdown,
  markdownWithPictures,
  skill,
];

/** Formats with code for a single step; folders and pages have none. */
export const elementFormats = exporters.filter(
  ({ folder, group }) => folder === undefined && group !== 'For people and agents',
);

/**
 * @param format the id of an exporter
 * @throws AppError `invalid_parameter` for an unknown format
 */
export function exportRecording(recording: Recording, format: string): ExportedScript {
  return exportWith(exporterOf(format), recording);
}

/** The same in a format that is not in the list. */
export function exportWith(exporter: Exporter, recording: Recording): ExportedScript {
  const { language, extension, folder } = exporter;
  const script = { ...exporter.stringify(recording), language, extension };
  return folder ? { ...script, folder: folder.nameFor(recording) } : script;
}

/** @throws AppError `invalid_parameter` for an unknown format */
export function exporterOf(format: string): Exporter {
  const exporter = exporters.find(({ id }) => id === format);
  if (exporter) return exporter;
  throw new AppError('invalid_parameter', `There is no export to ${quoted(format)}.`, {
    hint: `Choose one of ${exporters.map(({ id }) => id).join(', ')}.`,
  });
}
