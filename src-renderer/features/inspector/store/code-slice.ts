import type { CodeSlice, Slice } from './state.ts';

export const codeSlice: Slice<CodeSlice> =
  ({ client, report, notify }) =>
  (set, get) => ({
    codes: null,
    codeError: null,
    codeFormat: 'json',
    setCodeFormat: (codeFormat) => set({ codeFormat }),

    async loadCodes() {
      const element = get().selected;
      set({ codes: null, codeError: null });
      if (element === null) return;
      try {
        const codes = await client['element.code']({ element });
        if (get().selected === element) set({ codes });
      } catch (error) {
        if (get().selected === element) set({ codeError: error });
      }
    },

    async copyCode(format = get().codeFormat) {
      const element = get().selected;
      if (element === null) return;
      try {
        const codes = await client['element.code']({ element });
        const code = codes.find((one) => one.format === format) ?? codes[0];
        if (!code) return;
        await client['app.copyText']({ text: code.text });
        notify(`Copied as ${code.label}.`);
      } catch (error) {
        report(error);
      }
    },
  });
