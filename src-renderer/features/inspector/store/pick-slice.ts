import type { PickEvent } from '#contract/events';
import type { InspectorState, PickSlice, Slice } from './state.ts';

export const pickSlice: Slice<PickSlice> =
  ({ client, report }) =>
  (_set, get) => ({
    picking: false,
    hovered: null,
    picked: null,

    async togglePick() {
      try {
        await client[get().picking ? 'pick.stop' : 'pick.start']({});
      } catch (error) {
        report(error);
      }
    },

    async stopPick() {
      if (get().picking) await get().togglePick();
    },
  });

/** What a pick event changes; a picked element's window is opened by whoever shows windows. */
export function pickChange(event: PickEvent): Partial<InspectorState> {
  switch (event.type) {
    case 'started':
      return { picking: true, hovered: null };
    case 'hovered':
      return { picking: true, hovered: event.hit };
    case 'picked':
      return { picked: event.hit };
    case 'ended':
      return { picking: false, hovered: null };
  }
}
