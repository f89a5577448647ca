import type { Sizes } from './fit-layout.ts';

const prefix = 'deskscope.sizes.';

/** The sizes wished for a split's panels (see `PanelSize`), or undefined where none are saved or they are for other panels. */
export function loadLayout(storage: Storage, split: string, panels: readonly string[]): Sizes | undefined {
  const saved = parse(storage.getItem(prefix + split));
  return panels.every((panel) => typeof saved?.[panel] === 'number') ? saved : undefined;
}

export function saveLayout(storage: Storage, split: string, layout: Sizes): void {
  storage.setItem(prefix + split, JSON.stringify(layout));
}

export function forgetLayouts(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '');
  for (const key of keys) if (key.startsWith(prefix)) storage.removeItem(key);
}

function parse(text: string | null): Sizes | undefined {
  try {
    return (JSON.parse(text ?? 'null') as Sizes | null) ?? undefined;
  } catch {
    return undefined;
  }
}
