import type { Recording } from '#contract/model/recordings/recording';

/** The programs that a recording uses without starting them, in order of first use. */
export function appsToStart({ steps }: Pick<Recording, 'steps'>): readonly string[] {
  const started = new Set<string>();
  const missing: string[] = [];
  for (const { action, window, enabled } of steps) {
    if (!enabled) continue;
    const { app = '' } = window;
    if (action.type === 'launch') started.add(action.command.split('/').at(-1) ?? '').add(app);
    else if (app !== '' && !started.has(app)) {
      started.add(app);
      missing.push(app);
    }
  }
  return missing;
}
