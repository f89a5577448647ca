import { parseElementId } from '#contract/model/elements/element';
import type { Settings } from '#contract/model/settings';
import { AppError } from '#contract/errors';
import type { WindowId } from '#contract/model/windows/window';
import type { Engine } from '../../../engine/engine.ts';
import { type Inspector, type PickOptions, trySelector } from '../../../inspect/inspector.ts';
import { codeOf } from '../../../recorder/steps-by-hand.ts';
import type { Services } from '../../../services/app.ts';
import type { Act } from '../../../services/user-calls.ts';
import { actionCall } from '../../../tools/servers/window-management/action-call.ts';
import { compareSnapshots, readSnapshot, takeSnapshot } from '../../../runs/window-snapshot.ts';
import { writeText } from '../../write-text.ts';
import type { ServiceHandlers } from './services.ts';
import type { TextDialog } from './app.ts';

type Inspect = ServiceHandlers<'windows' | 'tree' | 'events' | 'element' | 'picture' | 'highlight' | 'pick'>;

/** Looking goes straight to the engine; acting goes through the tool-runner like everybody's acts. */
export function inspectHandlers(options: {
  readonly engine: Engine;
  readonly inspector: Pick<Inspector, 'stop'>;
  readonly startPick: (how: PickOptions) => Promise<void>;
  readonly settings: () => Settings;
  readonly act: Act;
  readonly trials: Pick<Services['trials'], 'run' | 'stop'>;
}): Inspect {
  const { engine, inspector, settings, act, trials } = options;
  return {
    'windows.list': () => engine.listWindows({}),
    'windows.act': ({ window, action }) => {
      const { tool, parameters } = actionCall(action, window);
      return act(`action::${tool}`, parameters);
    },
    'windows.toMonitor': ({ window, monitor }) => act('action::move_window_to_monitor', { handle: window, monitor }),
    'windows.toDesktop': ({ window, desktop }) => act('action::move_window_to_desktop', { handle: window, desktop }),
    'windows.switchToNext': (input) => act('action::switch_to_next_window', input),
    'windows.icon': (input) => engine.windowIcon(input),

    'tree.follow': (input) => engine.followTree(input),
    'events.follow': (input) => engine.followEvents(input),
    'tree.children': (input) => engine.children(input),
    'tree.ancestors': (input) => engine.ancestors(input),
    'tree.search': (input) => engine.search(input),
    'tree.findings': (input) => engine.findings(input),

    'element.details': (input) => engine.details(input),
    'element.selectors': (input) => engine.selectors(input),
    'element.code': ({ element }) => codeOf(engine, element),
    'element.cell': (input) => engine.cell(input),
    'element.at': (input) => engine.elementAt(input),
    'element.find': (input) => engine.find(input),
    'element.try': (input) => trySelector(engine, { ...input, outline: input.outline && settings().showOutline }),
    'element.trial': (request) => trials.run(engine, request),
    'element.stopTrial': () => trials.stop(),
    'element.focus': (input) => act('action::focus_element', input),
    'element.runPattern': (input) => act('action::run_pattern', input),
    'picture.capture': async (target) => {
      const { bytes, bounds, scale } = await engine.capture({ target });
      return { png: bytes, bounds, scale };
    },
    'picture.ocr': ({ target, language }) => engine.ocr({ target, ...(language !== undefined && { language }) }),
    'picture.ocrStatus': () => engine.ocrStatus({}),

    'highlight.show': async ({ bounds, label, element }) => {
      const of = element !== undefined && { window: parseElementId(element).window, element };
      if (settings().showOutline) await engine.highlight({ boxes: [{ bounds, label, line: 'solid', ...of }] });
    },
    'highlight.hide': () => engine.highlight({ boxes: [] }),
    'pick.start': (how) => options.startPick(how),
    'pick.stop': () => inspector.stop(),
  };
}

export interface SnapshotDialog {
  /** One or two files; null if the user changed their mind. */
  chooseSnapshots(): Promise<readonly string[] | null>;
}

export function snapshotHandlers(
  engine: Pick<Engine, 'listWindows' | 'tree'>,
  dialogs: SnapshotDialog & TextDialog,
): ServiceHandlers<'snapshot'> {
  const take = async (window: WindowId) => {
    const { items } = await engine.listWindows({});
    const found = items.find(({ id }) => id === window);
    if (!found) throw new AppError('window_not_found', 'The window is closed.');
    return takeSnapshot(engine, found);
  };
  return {
    'snapshot.save': async ({ window }) => {
      // The picture of this moment, before a place for it is chosen.
      const taken = await take(window);
      const file = await dialogs.saveText(`${taken.window.app || 'window'} snapshot.json`, 'json');
      if (file !== null) await writeText(file, `${JSON.stringify(taken)}\n`);
      return file;
    },
    'snapshot.compare': async ({ window }) => {
      const [first, second] = (await dialogs.chooseSnapshots()) ?? [];
      if (first === undefined) return null;
      const before = await readSnapshot(first);
      if (second !== undefined) return compareSnapshots(before, await readSnapshot(second));
      if (window === undefined) {
        const hint = 'Select a window first, or two snapshots in the dialog.';
        throw new AppError('invalid_parameter', 'No snapshot to compare with.', { hint });
      }
      return compareSnapshots(before, await take(window));
    },
  };
}
