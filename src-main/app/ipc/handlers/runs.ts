import { app, shell } from 'electron';
import { AppError } from '#contract/errors';
import type { RerunOutcome } from '#contract/model/runs/run';
import type { TraceEventOf } from '#contract/model/runs/trace';
import { atomicWrite } from '../../../base/files/atomic-write.ts';
import { compareSteps } from '../../../runs/analysis/compare/compare-steps.ts';
import { compareTraces } from '../../../runs/analysis/compare/compare.ts';
import { compareWithRecording } from '../../../runs/analysis/compare/with-recording.ts';
import { pageOf } from '../../../runs/analysis/page/page.ts';
import { RunSearch } from '../../../runs/analysis/search/run-search.ts';
import { explainTrace } from '../../../runs/analysis/why/explain.ts';
import { readRecording } from '../../../recorder/saving/files.ts';
import { runExporters } from '../../../runs/exporters/list.ts';
import type { Runs } from '../../../runs/runs.ts';
import type { Traces } from '../../../runs/traces.ts';
import type { Opener } from '../../files/opener.ts';
import type { ServiceHandlers } from './services.ts';

/** Our own file dialogs: a page names no path, the user does. Null if they changed their mind. */
export interface RunDialogs {
  saveRun(suggested: string, extension: string): Promise<string | null>;
  chooseRecording(): Promise<string | null>;
}

export function runsHandlers(options: {
  readonly runs: Runs;
  readonly traces: Pick<Traces, 'placeOf'>;
  readonly dialogs: RunDialogs;
  readonly opener: Pick<Opener, 'openAsRecording'>;
  readonly rerun: (
    run: string,
    before: TraceEventOf<'before'>,
    parameters: Readonly<Record<string, unknown>>,
  ) => Promise<RerunOutcome>;
}): ServiceHandlers<'runs'> {
  const { runs, traces, dialogs, opener } = options;
  const search = new RunSearch(runs);
  const why = async (run: string) => (runs.isLive(run) ? null : explainTrace(await runs.trace(run)));
  return {
    'runs.list': () => runs.list(),
    'runs.search': ({ text }) => search.find(text),
    'runs.open': ({ run, reload }) => runs.open(run, reload),
    'runs.placeOf': ({ call }) => traces.placeOf(call),
    'runs.call': ({ run, call }) => runs.call(run, call),
    'runs.step': ({ run, step }) => runs.step(run, step),
    'runs.treeChange': ({ run, call }) => runs.treeChange(run, call),
    'runs.blob': ({ run, blob }) => runs.blob(run, blob),
    'runs.rerun': async ({ run, call, parameters }) => {
      const { before } = await runs.call(run, call);
      if (!before) throw new AppError('not_found', 'The trace does not contain this call.');
      return options.rerun(run, before, parameters);
    },
    'runs.export': async ({ run, format }) => {
      const exporter = runExporters.find(({ id }) => id === format);
      const extension = format === 'html' ? format : (exporter?.extension ?? 'zip');
      const kind = exporter ? `-${exporter.id}` : '';
      const file = await dialogs.saveRun(`${nameOf(run)}${kind}.${extension}`, extension);
      if (file === null) return null;
      if (exporter) await runs.exportAs(run, exporter, file, { version: app.getVersion(), content: false });
      else if (format === 'html') await atomicWrite(file, (await pageOf(await runs.trace(run), await why(run))).html);
      else await runs.export(run, file);
      return file;
    },
    'runs.saveVideo': async ({ run, webm }) => {
      const file = await dialogs.saveRun(`${nameOf(run)}.webm`, 'webm');
      if (file !== null) await atomicWrite(file, webm);
      return file;
    },
    'runs.asRecording': ({ run }) => opener.openAsRecording(run),
    'runs.why': ({ run }) => why(run),
    'runs.compare': async ({ run, with: other }) => compareTraces(await runs.trace(run), await runs.trace(other)),
    'runs.compareRecording': async ({ run }) => {
      const file = await dialogs.chooseRecording();
      if (file === null) return null;
      const recording = await readRecording(file);
      return { name: recording.name, comparison: await compareWithRecording(await runs.trace(run), recording) };
    },
    'runs.compareAt': async ({ run, with: other, a, b }) =>
      compareSteps([await runs.trace(run), a], [await runs.trace(other), b]),
    'runs.reveal': ({ run }) => shell.showItemInFolder(runs.place(run)),
    'runs.remove': ({ run }) => runs.remove(run),
  };
}

/** Suggested name of an exported run, without its extension. */
function nameOf(run: string): string {
  return `deskscope-run-${run.replace(/^.*[\\/]/, '').replace(/\.zip$/, '')}`;
}
