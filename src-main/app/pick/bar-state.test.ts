import { expect, it } from 'vitest';
import type { PickEvent } from '#contract/events';
import type { ElementHit } from '#contract/model/elements/element';
import { firstBarState, nextBarState } from './bar-state.ts';

const hit = { element: { controlType: 'Button', name: '7' }, window: { app: 'galculator' } } as ElementHit;
const after = (...events: readonly PickEvent[]) => events.reduce(nextBarState, firstBarState);

it('tells what the pointer is on, and how well it is found again', () => {
  const hovered = after({ type: 'started' }, { type: 'hovered', hit }, { type: 'rated', matches: 1 });
  expect(hovered).toMatchObject({ phase: 'picking', element: 'Button “7”', app: 'galculator', matches: 1 });
  expect(nextBarState(hovered, { type: 'hovered', hit: null })).toMatchObject({ element: '', app: '', matches: null });
});

it('forgets the pick before', () => {
  expect(after({ type: 'shared' }, { type: 'hovered', hit }, { type: 'started' })).toEqual(firstBarState);
  expect(after({ type: 'waiting', until: 5 })).toMatchObject({ phase: 'waiting', until: 5 });
});
