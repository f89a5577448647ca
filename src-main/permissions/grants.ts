import type { Caller } from '#contract/model/tool-call';

export interface GrantScope {
  readonly caller: Caller;
  readonly tool: string;
  /** The app the tool would act in; an answer for a calculator says nothing about a terminal. */
  readonly target: string;
}

/** Answers “for this session”: kept in memory only, per caller, tool and app, gone when Deskscope ends. */
export interface Grants {
  has(scope: GrantScope): boolean;
  add(scope: GrantScope): void;
  clear(): void;
}

export function createGrants(): Grants {
  const granted = new Set<string>();
  return {
    has: (scope) => granted.has(key(scope)),
    add: (scope) => void granted.add(key(scope)),
    clear: () => granted.clear(),
  };
}

function key({ caller, tool, target }: GrantScope): string {
  return JSON.stringify([caller.kind, caller.name, tool, target]);
}
