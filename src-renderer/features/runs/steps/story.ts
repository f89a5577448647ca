import type { StoryEvent } from '#contract/model/agents/agent-step';

/** So far back an event may have been told already, while the run was opened. */
const recent = 50;

/** One more event of a story, once, even where it was told and read. */
export function withStory(story: readonly StoryEvent[], event: StoryEvent): readonly StoryEvent[] {
  const said = JSON.stringify(event);
  const known = story.slice(-recent).some((other) => JSON.stringify(other) === said);
  return known ? story : [...story, event];
}
