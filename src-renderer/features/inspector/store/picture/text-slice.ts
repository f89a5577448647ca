import type { Slice, TextSlice } from '../state.ts';

/** Text read from the pixels of the chosen window, for apps that say nothing of themselves. */
export const textSlice: Slice<TextSlice> =
  ({ client }) =>
  (set, get) => ({
    text: null,
    textError: null,
    readingText: false,

    async readText() {
      const { window, readingText } = get();
      if (window === null || readingText) return;
      set({ tab: 'text', readingText: true, textError: null });
      const current = () => get().window?.id === window.id;
      try {
        const text = await client['picture.ocr']({ target: { kind: 'window', window: window.id } });
        if (current()) set({ text });
      } catch (error) {
        if (current()) set({ text: null, textError: error });
      } finally {
        set({ readingText: false });
      }
    },

    hoverLine: (line) => get().outlineBox(line && { bounds: line.bounds, label: line.text }),
  });
