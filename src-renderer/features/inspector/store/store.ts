import { createStore, type StoreApi } from 'zustand/vanilla';
import { fromWire } from '#contract/errors';
import type { Services } from '../../../bridge/services.ts';
import { findingsSlice } from '../findings/findings-slice.ts';
import { closedSlice } from './closed-slice.ts';
import { codeSlice } from './code-slice.ts';
import { elementSlice } from './element-slice.ts';
import { eventsSlice } from './events-slice.ts';
import { liveSlice } from './live-slice.ts';
import { pickChange, pickSlice } from './pick-slice.ts';
import { pinSlice } from './pin-slice.ts';
import { pictureSlice } from './picture/picture-slice.ts';
import { searchSlice } from './search-slice.ts';
import { snapshotSlice } from './snapshot-slice.ts';
import type { InspectorState } from './state.ts';
import { textSlice } from './picture/text-slice.ts';
import { trialSlice } from './trial-slice.ts';
import { treeSlice } from './tree-slice.ts';

export type InspectorStore = StoreApi<InspectorState>;

/** One window seen from inside: its tree, a search in it, the chosen element, the picture, and picking. */
export function createInspectorStore(services: Services): InspectorStore {
  return createStore<InspectorState>()((...args) => {
    const [set] = args;
    return {
      ...treeSlice(services)(...args),
      ...liveSlice(services)(...args),
      ...closedSlice(services)(...args),
      ...searchSlice(services)(...args),
      ...elementSlice(services)(...args),
      ...pictureSlice(services)(...args),
      ...findingsSlice(services)(...args),
      ...textSlice(services)(...args),
      ...eventsSlice(services)(...args),
      ...codeSlice(services)(...args),
      ...pinSlice(services)(...args),
      ...snapshotSlice(services)(...args),
      ...trialSlice(services)(...args),
      ...pickSlice(services)(...args),
      tab: 'picture',
      outline: true,
      setTab: (tab) => set({ tab }),
      setOutline: (outline) => set({ outline }),
      follow: () =>
        services.on('pick.changed', (event) => {
          set(pickChange(event));
          if (event.type === 'ended' && event.reason === 'failed') services.report(fromWire(event.error));
        }),
    };
  });
}
