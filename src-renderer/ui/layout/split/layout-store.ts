const prefix = 'deskscope.sizes.';

/** The preferred sizes of a split's panels (see `PanelSize`), or undefined if none are saved or they are for other panels. */
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

/** A panel's size requirements. */
export interface PanelSize {
  readonly id: string;
  /** CSS pixels if `fixed`, else its share of the remaining room. */
  readonly size: number;
  /** CSS pixels. */
  readonly min: number;
  /** Keeps its pixels when the window is resized; the others absorb the difference. */
  readonly fixed?: boolean;
}

/** Sizes by panel. */
export type Sizes = Readonly<Record<string, number>>;

/**
 * The layout of a split of this many CSS pixels: the preferred sizes if they fit, else the fixed panels shrink down to
 * their minimum. It depends on nothing else, so a split made narrow and wide again looks as before.
 * @param wished as `PanelSize.size`
 * @returns per cent of the split
 */
export function fitLayout(panels: readonly PanelSize[], wished: Sizes, total: number): Sizes {
  const wish = (panel: PanelSize) => wished[panel.id] ?? panel.size;
  const fixed = panels.filter((panel) => panel.fixed);
  const flexible = panels.filter((panel) => !panel.fixed);
  const shares = sum(flexible.map(wish));
  const kept = squeeze(fixed, wish, total - sum(flexible.map(({ min }) => min)));
  const left = total - sum(Object.values(kept));
  const shared = squeeze(flexible, (panel) => (left * wish(panel)) / shares, left);
  const pixels: Sizes = { ...kept, ...shared };
  return Object.fromEntries(panels.map(({ id }) => [id, (100 * (pixels[id] ?? 0)) / total]));
}

/**
 * The preferred sizes after a user moved a border: new sizes for the panels that changed, the earlier ones for those that did
 * not, which may be squeezed at the moment.
 * @param before and `after` in per cent, as returned by `fitLayout`
 */
export function wishedAfter(
  panels: readonly PanelSize[],
  wished: Sizes,
  { before, after, total }: { readonly before: Sizes; readonly after: Sizes; readonly total: number },
): Sizes {
  const moved = ({ id }: PanelSize) => Math.abs((after[id] ?? 0) - (before[id] ?? 0)) > 0.05;
  const shifted = panels.some((panel) => !panel.fixed && moved(panel));
  const sizes = panels.map((panel) => {
    const percent = after[panel.id] ?? 0;
    if (panel.fixed && moved(panel)) return [panel.id, Math.round((percent * total) / 100)];
    // Shares are relative to each other.
    return [panel.id, !panel.fixed && shifted ? percent : (wished[panel.id] ?? panel.size)];
  });
  return Object.fromEntries(sizes) as Sizes;
}

/** The sizes, at least the minimums; if they exceed `room`, the parts above the minimums shrink proportionally. */
function squeeze(panels: readonly PanelSize[], sizeOf: (panel: PanelSize) => number, room: number): Sizes {
  const least = sum(panels.map(({ min }) => min));
  const above = panels.map((panel) => Math.max(0, sizeOf(panel) - panel.min));
  const factor = Math.max(0, Math.min(1, (room - least) / Math.max(1, sum(above))));
  return Object.fromEntries(panels.map(({ id, min }, index) => [id, min + factor * (above[index] ?? 0)]));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
