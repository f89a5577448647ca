import type { PickEvent } from '#contract/events';
import type { InspectorState, PickSlice, Slice } from './state.ts';

/** Long enough to open a menu, in milliseconds. */
export const laterMs = 3_000;

export const pickSlice: Slice<PickSlice> =
  ({ client, report }) =>
  (_set, get) => ({
    picking: false,
    hovered: null,
    picked: null,

    async togglePick() {
      try {
        if (get().picking) await client['pick.stop']({});
        else await client['pick.start']({});
      } catch (error) {
        report(error);
      }
    },

    async pickLater() {
      try {
        await client['pick.start']({ delayMs: laterMs });
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
    case 'waiting':
    case 'started':
      return { picking: true, hovered: null };
    case 'hovered':
      return { picking: true, hovered: event.hit };
    case 'shared':
    case 'rated':
      return {};
    case 'picked':
      return { picked: event.hit };
    case 'ended':
      return { picking: false, hovered: null };
  }
}
