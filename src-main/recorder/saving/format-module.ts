import { createRequire } from 'node:module';
import path from 'node:path';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { parseRecording, type Recording, type Step } from '#contract/model/recordings/recording';
import { emptyRecording } from '../editing/edit.ts';
import { defineExporter, type Exporter } from '../exporters/exporter.ts';
import { toRecording, type Found, type Imported } from '../importers/imported.ts';
import { ensureReadable, readText } from './files.ts';

/**
 * A format outside of this package: the exports of a JavaScript module that `deskscope export --with` or `deskscope import --with`
 * names. Recordings and steps have the shape of a recording's JSON file.
 */
export interface FormatModule {
  /** The lines before the first step. */
  readonly header?: (recording: Recording) => string;
  /** The lines of one step; empty if it has none. `at.index` counts from 0. */
  readonly step?: (step: Step, at: { readonly index: number; readonly recording: Recording }) => string;
  /** The lines after the last step. */
  readonly footer?: (recording: Recording) => string;
  /** Steps from the text of a file, with `notes` on whatever was left out. Ids, times, targets and windows may be missing. */
  readonly read?: (text: string, file: string) => Found | Promise<Found>;
}

/** @throws AppError `invalid_parameter` if the module cannot be loaded or exports no `step` */
export function loadExporter(file: string): Exporter {
  const { header, step, footer } = load(file, 'step');
  const text = (name: string, make: () => unknown) => {
    const made = attempt(file, name, make);
    if (typeof made === 'string') return made;
    throw new AppError('invalid_parameter', `${quoted(path.basename(file))}: ${name} must return a string.`);
  };
  return defineExporter({
    id: file,
    label: path.basename(file),
    group: 'Scripts',
    language: 'plaintext',
    extension: 'txt',
    ...(header && { header: (recording) => text('header', () => header(recording)) }),
    step: (one, at) => text(`step ${at.index + 1}`, () => step?.(one, at)),
    ...(footer && { footer: (recording) => text('footer', () => footer(recording)) }),
  });
}

/**
 * @param now ISO 8601
 * @throws AppError `invalid_parameter` if the module cannot be loaded or what it reads is not a recording; `file_error`
 */
export async function importWith(file: string, place: string, now: string): Promise<Imported> {
  const { read } = load(file, 'read');
  await ensureReadable(place);
  const text = await readText(place);
  const found = await attempt(file, 'read', async () => read?.(text, place));
  const { steps, notes = [], head } = Object(found) as Partial<Found>;
  if (!Array.isArray(steps) || !Array.isArray(notes))
    throw new AppError(
      'invalid_parameter',
      `${quoted(path.basename(file))}: read must return { steps: […], notes: […] }.`,
    );
  const empty = emptyRecording('imported', now, path.parse(place).name);
  const recording = parseRecording(
    JSON.parse(
      JSON.stringify(
        toRecording(
          {
            steps: steps.map((step: object) => ({ target: null, window: {}, ...step }) as Found['steps'][number]),
            notes,
            ...(head && { head }),
          },
          empty,
        ),
      ),
    ),
  );
  return { recording, notes: notes.map(String) };
}

function load(file: string, needed: 'step' | 'read'): FormatModule {
  const place = path.resolve(file);
  const module = attempt(file, 'loading', (): unknown => createRequire(place)(place));
  const found = [module, (Object(module) as { default?: unknown }).default].find(
    (each): each is FormatModule => typeof (Object(each) as FormatModule)[needed] === 'function',
  );
  if (found) return found;
  throw new AppError('invalid_parameter', `${quoted(path.basename(file))} exports no function ${quoted(needed)}.`, {
    hint: 'Exporters export `step(step, { index, recording })`, importers `read(text, file)`.',
  });
}

/** Its own errors name the module: they are not Deskscope's. */
function attempt<T>(file: string, what: string, work: () => T): T {
  const named = (error: unknown) =>
    new AppError('invalid_parameter', `${quoted(path.basename(file))}: ${what} failed: ${String(error)}`, {
      cause: error,
    });
  try {
    const made = work();
    return made instanceof Promise ? (made.catch((error: unknown) => Promise.reject(named(error))) as T) : made;
  } catch (error) {
    throw named(error);
  }
}
