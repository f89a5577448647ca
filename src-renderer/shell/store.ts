import type { Theme } from '../bridge/system-theme.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { toWire, type WireError } from '#contract/errors';
import type { EngineStatus } from '#contract/model/engine';
import type { RecentFile } from '#contract/model/app/opened-file';
import type { View } from './views/list.ts';

export interface Toast {
  readonly id: number;
  readonly kind: 'error' | 'info';
  readonly sentence: string;
  readonly hint: string;
  /** Empty if it is not an error. */
  readonly code: string;
}

/** Everything, or recent files. */
export type PaletteOffer = 'all' | 'recent';

export interface ShellState {
  readonly view: View;
  /** Its mode; null while closed. */
  readonly palette: PaletteOffer | null;
  readonly keysOpen: boolean;
  readonly toasts: readonly Toast[];
  readonly engine: EngineStatus | null;
  readonly theme: Theme;
  /** Recent files, newest first. */
  readonly recents: readonly RecentFile[];
  /** Incremented to reset the layout to its defaults. */
  readonly layout: number;
  readonly show: (view: View) => void;
  readonly setPalette: (palette: PaletteOffer | null) => void;
  readonly setKeys: (open: boolean) => void;
  readonly setEngine: (engine: EngineStatus) => void;
  readonly setTheme: (theme: Theme) => void;
  readonly setRecents: (recents: readonly RecentFile[]) => void;
  readonly resetLayout: () => void;
  readonly report: (error: unknown) => void;
  readonly notify: (sentence: string) => void;
  readonly dismiss: (toast: number) => void;
}

export type ShellStore = StoreApi<ShellState>;

const keptToasts = 4;

export function createShellStore(): ShellStore {
  let last = 0;
  return createStore<ShellState>()((set) => {
    const add = (toast: Omit<Toast, 'id'>) =>
      set(({ toasts }) => {
        // A repeated message is one toast.
        const others = toasts.filter(({ sentence }) => sentence !== toast.sentence);
        return { toasts: [...others, { ...toast, id: ++last }].slice(-keptToasts) };
      });
    return {
      view: 'inspect',
      palette: null,
      keysOpen: false,
      toasts: [],
      engine: null,
      theme: 'dark',
      recents: [],
      layout: 0,
      show: (view) => set({ view }),
      setPalette: (palette) => set({ palette }),
      setKeys: (keysOpen) => set({ keysOpen }),
      setEngine: (engine) => set({ engine }),
      setTheme: (theme) => set({ theme }),
      setRecents: (recents) => set({ recents }),
      resetLayout: () => set(({ layout }) => ({ layout: layout + 1 })),
      report: (error) => add(errorToast(toWire(error))),
      notify: (sentence) => add({ kind: 'info', sentence, hint: '', code: '' }),
      dismiss: (toast) => set(({ toasts }) => ({ toasts: toasts.filter(({ id }) => id !== toast) })),
    };
  });
}

function errorToast({ message, hint, code }: WireError): Omit<Toast, 'id'> {
  return { kind: 'error', sentence: message, hint, code };
}
