export type SavedLayout = Record<string, number>;

const prefix = 'deskscope.layout.';

/** The sizes of a split in percent by panel, or undefined where none are saved or they are for other panels. */
export function loadLayout(storage: Storage, split: string, panels: readonly string[]): SavedLayout | undefined {
  const saved = parse(storage.getItem(prefix + split));
  return panels.every((panel) => typeof saved?.[panel] === 'number') ? saved : undefined;
}

export function saveLayout(storage: Storage, split: string, layout: SavedLayout): void {
  storage.setItem(prefix + split, JSON.stringify(layout));
}

export function forgetLayouts(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '');
  for (const key of keys) if (key.startsWith(prefix)) storage.removeItem(key);
}

function parse(text: string | null): SavedLayout | undefined {
  try {
    return (JSON.parse(text ?? 'null') as SavedLayout | null) ?? undefined;
  } catch {
    return undefined;
  }
}
