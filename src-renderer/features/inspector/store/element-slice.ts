import { toWire } from '#contract/errors';
import { type ElementId, describeElement, type ElementDetails } from '#contract/model/elements/element';
import type { RankedSelector } from '#contract/model/elements/selector';
import { toolKey, type ToolCall } from '#contract/model/tools/tool-call';
import { findAgain } from './closed-slice.ts';
import type { ElementSlice, Slice } from './state.ts';

const nothing = { details: null, detailsSeen: null, selectors: null, elementError: null, goneAt: null } as const;
/** Minimum interval between two readings of the selected element's details, in milliseconds, however much its app changes. */
const renewMs = 250;

export const elementSlice: Slice<ElementSlice> =
  ({ client, report, notify }) =>
  (set, get) => {
    const chosen = (element: ElementId) => get().selected === element;

    const readDetails = async (element: ElementId) => {
      const since = get().sequence;
      const details = await client['element.details']({ element });
      return { details, detailsSeen: { since, at: Date.now() } };
    };

    const loadDetails = async (element: ElementId): Promise<void> => {
      try {
        const read = await readDetails(element);
        if (chosen(element)) set({ ...read, elementError: null });
      } catch (error) {
        if (!chosen(element)) return;
        // The last known details stay readable.
        if (get().details !== null && toWire(error).code === 'element_stale') await seek();
        else set({ details: null, elementError: error });
      }
    };

    /** A removed element's selectors cannot be verified: the last ones stay readable. */
    const known = (selectors: readonly RankedSelector[]) =>
      selectors.length > 0 ? selectors : (get().selectors ?? selectors);

    const loadSelectors = async (element: ElementId): Promise<void> => {
      // The details report why if this fails too: one message is enough.
      const selectors = await client['element.selectors']({ element }).catch(() => []);
      if (chosen(element)) set({ selectors: known(selectors) });
    };

    let renewing: Promise<void> | null = null;
    let renewAgain = false;

    /** Refreshes the details of the selected element. The old ones stay until the new ones arrive. */
    const renew = (): void => {
      if (renewing) {
        renewAgain = true;
        return;
      }
      renewAgain = false;
      renewing = renewOnce()
        .then(() => new Promise((resolve) => setTimeout(resolve, renewMs)))
        .then(() => {
          renewing = null;
          if (renewAgain) renew();
        });
    };

    const renewOnce = async (): Promise<void> => {
      const { selected: element, closedAt } = get();
      if (element === null || closedAt !== null) return;
      try {
        const read = await readDetails(element);
        const selectors = await client['element.selectors']({ element });
        if (chosen(element)) set({ ...read, selectors: known(selectors), elementError: null, goneAt: null });
      } catch (error) {
        if (chosen(element) && toWire(error).code === 'element_stale') await seek();
      }
    };

    /** The selected element left the tree: it may have been recreated, or is gone. */
    const seek = async (): Promise<void> => {
      const { selected, window, details, selectors } = get();
      if (selected === null || window === null) return;
      const found = details && selectors && (await findAgain(client, window.id, details, selectors).catch(() => null));
      if (!chosen(selected) || get().entries.has(selected)) return;
      if (!found || !get().entries.has(found.id)) {
        set(({ goneAt }) => ({ goneAt: goneAt ?? Date.now() }));
        return;
      }
      set({ selected: found.id, goneAt: null });
      renew();
    };

    /** Runs an action on the selected element, then reads its details and picture again. */
    const act = async (work: (element: ElementId) => Promise<unknown>): Promise<void> => {
      const element = get().selected;
      if (element === null) return;
      try {
        await work(element);
      } catch (error) {
        report(error);
      }
      await Promise.all([chosen(element) && loadDetails(element), get().look()]);
    };

    return {
      selected: null,
      ...nothing,
      running: null,

      answered() {
        if (get().elementError !== null && toWire(get().elementError).code === 'target_not_responding') renew();
      },

      looked(before, { tree, diff }) {
        const { selected, goneAt, entries } = get();
        if (selected === null) return;
        const entry = entries.get(selected);
        if (entry) {
          const reported =
            tree !== null || (diff && (diff.lists.length > 0 || diff.rows.some(({ id }) => id === selected)));
          const concerned = reported || entry.seen !== null;
          if (goneAt !== null) set({ goneAt: null });
          if (goneAt !== null || concerned) renew();
        } else if (goneAt === null && !before.entries.has(selected)) {
          renew();
        } else if (tree !== null || diff !== null) {
          void seek();
        }
      },

      async select(element) {
        const { past, closedAt, selected } = get();
        if (element !== null && (past !== null || closedAt !== null)) {
          // What was read of a selected element is more than its row.
          if (past !== null || element !== selected) await get().selectPast(element);
          return;
        }
        const fresh = element !== get().selected;
        // A tried selector was written for the previous element; its own matches are visited one after another.
        const isTried = [...get().tried, ...get().nearlyTried].some(({ id }) => id === element);
        set({ selected: element, ...(fresh && nothing), ...(fresh && !isTried && { trialText: '' }) });
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

      async copySelector() {
        const [best] = get().selectors ?? [];
        if (!best) return;
        await get().copy(best.selector);
        notify(`Copied ${best.selector}`);
      },

      async copyCall() {
        const { details, selectors } = get();
        if (!details || !selectors) return;
        await get().copy(clickCallJson(details, selectors));
        notify('Copied the tool call.');
      },
    };
  };

/** The tool call that clicks an element by its best selector; the others are fallbacks. */
function clickCall(element: ElementDetails, selectors: readonly RankedSelector[]): ToolCall {
  const [selector, ...alternatives] = selectors.map((ranked) => ranked.selector);
  const { title, app } = element.window;
  return {
    tool_key: toolKey('action', 'click_input'),
    tool_name: 'click_input',
    namespace: 'AppUIExecutor',
    tool_type: 'action',
    description: `Click ${describeElement(element)}`,
    parameters: {
      ...(element.name && { name: element.name }),
      selector,
      ...(alternatives.length > 0 && { alternatives }),
      window: { ...(title && { title }), ...(app && { app }) },
      button: 'left',
      double: false,
    },
  };
}

function clickCallJson(element: ElementDetails, selectors: readonly RankedSelector[]): string {
  return `${JSON.stringify(clickCall(element, selectors), null, 2)}\n`;
}
