import type { Check } from '#contract/model/engine';

export function ok(name: string, detail: string): Check {
  return { name, status: 'ok', detail, fix: '' };
}

export function warning(name: string, detail: string, fix: string): Check {
  return { name, status: 'warning', detail, fix };
}

export function failed(name: string, detail: string, fix: string): Check {
  return { name, status: 'failed', detail, fix };
}
