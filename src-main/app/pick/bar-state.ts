import type { PickBarState, PickEvent } from '#contract/events';
import { describeElement } from '#contract/model/elements/element';
import { globalKeys } from '#contract/model/recordings/global-keys';

export const firstBarState: PickBarState = {
  phase: 'picking',
  until: null,
  element: '',
  app: '',
  matches: null,
  key: globalKeys.pick,
};

/** What the bar says after an event of a pick. */
export function nextBarState(state: PickBarState, event: PickEvent): PickBarState {
  switch (event.type) {
    case 'waiting':
      return { ...firstBarState, phase: 'waiting', until: event.until };
    case 'started':
      return firstBarState;
    case 'shared':
      return { ...state, phase: 'shared' };
    case 'hovered': {
      const { hit } = event;
      return { ...state, element: hit ? describeElement(hit.element) : '', app: hit?.window.app ?? '', matches: null };
    }
    case 'rated':
      return { ...state, matches: event.matches };
    case 'picked':
    case 'ended':
      return state;
  }
}
