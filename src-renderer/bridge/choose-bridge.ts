import type { Bridge } from '#contract/bridge';

declare global {
  interface Window {
    /** Exposed by the preload; absent in a plain browser. */
    readonly deskscope?: Bridge;
  }
}

/**
 * The preload's bridge; in a plain browser under Vite's development server the fake one, which built pages do not contain.
 * @throws Error if neither exists
 */
export async function chooseBridge(): Promise<Bridge> {
  if (window.deskscope) return window.deskscope;
  if (import.meta.env.DEV) return (await import('./fake/fake-bridge.ts')).createFakeBridge();
  throw new Error('This page works only inside Deskscope.');
}
