import type { ElementId } from '#contract/model/element';
import { clickCallJson } from './click-call.ts';
import type { ElementSlice, Slice } from './state.ts';

const nothing = { details: null, selectors: null, elementError: null } as const;

export const elementSlice: Slice<ElementSlice> =
  ({ client, report, notify }) =>
  (set, get) => {
    const chosen = (element: ElementId) => get().selected === element;

    const loadDetails = async (element: ElementId): Promise<void> => {
      try {
        const details = await client['element.details']({ element });
        if (chosen(element)) set({ details, elementError: null });
      } catch (error) {
        if (chosen(element)) set({ details: null, elementError: error });
      }
    };

    const loadSelectors = async (element: ElementId): Promise<void> => {
      // The details say why where this fails too: one message is enough.
      const selectors = await client['element.selectors']({ element }).catch(() => []);
      if (chosen(element)) set({ selectors });
    };

    /** Runs something on the chosen element; afterwards its details and picture are read again. */
    const act = async (work: (element: ElementId) => Promise<unknown>): Promise<void> => {
      const element = get().selected;
      if (element === null) return;
      try {
        await work(element);
      } catch (error) {
        report(error);
      }
      await Promise.all([chosen(element) && loadDetails(element), get().capture()]);
    };

    return {
      selected: null,
      ...nothing,
      running: null,

      async select(element) {
        const fresh = element !== get().selected;
        set({ selected: element, ...(fresh && nothing) });
        if (element !== null) await Promise.all([loadDetails(element), loadSelectors(element)]);
      },

      async runPattern(call) {
        set({ running: call.pattern });
        await act((element) => client['element.runPattern']({ element, call }));
        set({ running: null });
      },

      async revealCell(row, column) {
        const element = get().selected;
        if (element === null) return;
        try {
          await get().reveal((await client['element.cell']({ element, row, column })).id);
        } catch (error) {
          report(error);
        }
      },

      focusElement: () => act((element) => client['element.focus']({ element })),

      async copy(text) {
        try {
          await client['app.copyText']({ text });
        } catch (error) {
          report(error);
        }
      },

      async copyCall() {
        const { details, selectors } = get();
        if (!details || !selectors) return;
        await get().copy(clickCallJson(details, selectors));
        notify('Copied the tool call.');
      },
    };
  };
