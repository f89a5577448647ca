import { oneLine } from '#contract/foreign-text';
import { describeElement, type ElementNode } from '#contract/model/elements/element';
import type { RunInfo } from '#contract/model/runs/run';
import { describeStep } from '#contract/model/recordings/recording';
import { recordedSteps } from '../../features/recorder/index.ts';
import { runSummary } from '../../features/runs/index.ts';
import { allTexts } from '../../features/settings/index.ts';
import { controlIcon } from '../../ui/icon/icon.tsx';
import type { AppModel } from '../app-model.ts';
import type { Entry } from './entries.ts';

/** Each step of the recording. */
export function stepEntries({ recorder, shell }: AppModel): readonly Entry[] {
  return recordedSteps(recorder.getState()).map((step, index): Entry => {
    const run = () => {
      shell.getState().show('record');
      recorder.getState().select(step.id);
    };
    return {
      id: `step ${step.id}`,
      title: oneLine(describeStep(step)),
      note: `step ${index + 1}`,
      icon: 'record',
      run,
    };
  });
}

/** Each line of the settings; searches the page for it. */
export function settingEntries({ settings, shell }: AppModel): readonly Entry[] {
  return allTexts.map(({ title }): Entry => {
    const run = () => {
      settings.getState().search(title);
      shell.getState().show('settings');
    };
    return { id: `setting ${title}`, title, note: 'setting', icon: 'settings-gear', run };
  });
}

/** Each run of the list, newest first. */
export function runEntries(
  { runs, shell }: AppModel,
  filter: (run: RunInfo) => boolean = () => true,
): readonly Entry[] {
  return (runs.getState().runs ?? []).filter(filter).map((info): Entry => {
    const run = () => {
      shell.getState().show('runs');
      void runs.getState().open(info.id);
    };
    const { title, note } = runSummary(info);
    return { id: `run ${info.id}`, title: oneLine(title), note: `run · ${note}`, icon: 'run-all', run };
  });
}

/** Previously opened or saved files, by name. */
export function recentEntries({ shell, services }: AppModel): readonly Entry[] {
  const { client, report } = services;
  return shell.getState().recents.map(({ path }): Entry => {
    const { name, folder } = splitPath(path);
    const run = () => void client['files.openRecent']({ path }).catch(report);
    return { id: `recent ${path}`, title: oneLine(name), note: oneLine(folder), icon: 'file', run };
  });
}

/** Elements of the inspected window. */
export function elementEntries({ inspector, shell }: AppModel, elements: readonly ElementNode[]): readonly Entry[] {
  return elements.map((element): Entry => {
    const run = () => {
      shell.getState().show('inspect');
      void inspector.getState().reveal(element.id);
    };
    return {
      id: `element ${element.id}`,
      title: oneLine(describeElement(element)),
      note: 'element',
      icon: controlIcon(element.controlType),
      run,
    };
  });
}

function splitPath(path: string): { readonly name: string; readonly folder: string } {
  const at = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return { name: path.slice(at + 1), folder: path.slice(0, at) };
}
