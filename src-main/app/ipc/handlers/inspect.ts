import type { Engine } from '../../../engine/engine.ts';
import type { Inspector } from '../../../inspect/inspector.ts';
import { trySelector } from '../../../inspect/try-selector.ts';
import { codeOf } from '../../../recorder/element-code.ts';
import type { Act } from '../../../services/user-calls.ts';
import { actionCall } from '../../../tools/servers/window-management/action-call.ts';
import { parseElementId } from '#contract/model/elements/element';
import type { Settings } from '#contract/model/settings';
import type { ServiceHandlers } from './services.ts';

type Inspect = ServiceHandlers<'windows' | 'tree' | 'events' | 'element' | 'picture' | 'highlight' | 'pick'>;

/** Looking goes straight to the engine; acting goes through the tool-runner like everybody's acts. */
export function inspectHandlers(options: {
  readonly engine: Engine;
  readonly inspector: Inspector;
  readonly settings: () => Settings;
  readonly act: Act;
}): Inspect {
  const { engine, inspector, settings, act } = options;
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
    'pick.start': (options) => inspector.start(options),
    'pick.stop': () => inspector.stop(),
  };
}
