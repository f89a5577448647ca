import type { StepLocation } from '#contract/model/runs/run-analysis';

/** `840 ms`, `3.2 s`, `4 min 10 s`, `2 h 5 min`. @param ms milliseconds */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** `950`, `12.3k`, `1.2M` */
export function formatCount(count: number): string {
  if (count < 1_000) return String(count);
  if (count < 999_950) return `${(count / 1_000).toFixed(1)}k`;
  return `${(count / 1_000_000).toFixed(1)}M`;
}

/** `$0.0123`, `$0`; empty if no price is known. @param dollars US dollars */
export function formatCost(dollars: number | null): string {
  if (dollars === null) return '';
  if (dollars === 0) return '$0';
  return `$${dollars.toFixed(dollars < 0.1 ? 4 : 2)}`;
}

/** `step 3`, `call 7`; empty for none. */
export function placeText(place: StepLocation | null): string {
  if (!place) return '';
  return 'step' in place ? `step ${place.step}` : `call ${place.call}`;
}
