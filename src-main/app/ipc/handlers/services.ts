import type { Api } from '#contract/api';
import type { Handlers } from '#contract/define';
import type { Role } from '../sender.ts';

type All = Handlers<Api, Role>;

/** The handlers of one service: every method of the api whose name starts with `Prefix.`, enforced at compile time. */
export type ServiceHandlers<Prefix extends string> = {
  readonly [K in keyof All as K extends `${Prefix}.${string}` ? K : never]: All[K];
};
