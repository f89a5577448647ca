import type { Theme } from '../bridge/system-theme.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { toWire, type WireError } from '#contract/errors';
import type { EngineStatus } from '#contract/model/engine';
import type { View } from './views/all.ts';

export interface Toast {
  readonly id: number;
  readonly kind: 'error' | 'info';
  readonly sentence: string;
  readonly hint: string;
  /** Empty for what is no error. */
  readonly code: string;
}

export interface ShellState {
  readonly view: View;
  readonly paletteOpen: boolean;
  readonly keysOpen: boolean;
  readonly toasts: readonly Toast[];
  readonly engine: EngineStatus | null;
  readonly theme: Theme;
  /** Grows when the layout is to be built again from its defaults. */
  readonly layout: number;
  readonly show: (view: View) => void;
  readonly setPalette: (open: boolean) => void;
  readonly setKeys: (open: boolean) => void;
  readonly setEngine: (engine: EngineStatus) => void;
  readonly setTheme: (theme: Theme) => void;
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
        // The same thing said twice is one toast.
        const others = toasts.filter(({ sentence }) => sentence !== toast.sentence);
        return { toasts: [...others, { ...toast, id: ++last }].slice(-keptToasts) };
      });
    return {
      view: 'inspect',
      paletteOpen: false,
      keysOpen: false,
      toasts: [],
      engine: null,
      theme: 'dark',
      layout: 0,
      show: (view) => set({ view }),
      setPalette: (paletteOpen) => set({ paletteOpen }),
      setKeys: (keysOpen) => set({ keysOpen }),
      setEngine: (engine) => set({ engine }),
      setTheme: (theme) => set({ theme }),
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
