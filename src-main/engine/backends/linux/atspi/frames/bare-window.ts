import type { RawDetails, RawNode } from '../../../../backend.ts';
import { noFacts } from '#contract/model/elements/element-facts';
import type { WindowInfo } from '#contract/model/windows/window';

/** The root of a window without accessible elements. */
export const bareRuntimeId = 'window';

export function bareNode(window: WindowInfo): RawNode {
  return {
    runtimeId: bareRuntimeId,
    controlType: 'Window',
    role: 'frame',
    name: window.title,
    automationId: '',
    description: '',
    value: null,
    states: window.state === 'minimized' ? ['enabled'] : ['enabled', 'visible'],
    bounds: window.contentBounds,
    childCount: 0,
  };
}

export function bareDetails(window: WindowInfo): RawDetails {
  return {
    ...bareNode(window),
    ...noFacts,
    patterns: ['window', 'transform'],
    actions: [],
    processId: window.processId === 0 ? null : window.processId,
    properties: { class: window.className },
  };
}
