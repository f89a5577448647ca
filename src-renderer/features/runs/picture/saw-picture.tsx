import type { ReactNode } from 'react';
import type { Rect } from '#contract/model/geometry';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { Loading } from '../../../ui/state/notice.tsx';
import { useRuns } from '../context.ts';
import type { RunsData } from '../state.ts';
import { useEvents } from '../step/of-step.ts';
import { TracePicture } from './trace-picture.tsx';

/** What the model was shown in the chosen step, with the controls marked that it chose. */
export function SawPicture(): ReactNode {
  const read = useRuns((state) => state.stepDetails !== null);
  const pictures = useEvents('saw').at(-1)?.pictures ?? [];
  const targets = useEvents('acted').flatMap(({ target }) => target ?? []);
  const windowAt = useRuns(boundsBefore);
  if (!read) return <Loading what="Reading the step" />;
  const [first] = pictures;
  if (!first) {
    return (
      <EmptyState icon="eye-closed" title="The model received no picture">
        Its input is on the right, under Prompt.
      </EmptyState>
    );
  }
  const bounds = first.bounds ?? windowAt;
  return (
    <TracePicture
      key={first.blob}
      picture={{ blob: first.blob, bounds }}
      boxes={bounds ? targets : []}
      alt={targets.length > 0 ? 'What the model saw, with its choice' : 'What the model saw'}
      testId="picture-saw"
    />
  );
}

/** Where the window was that the step acted in: pictures of its first call say so. */
function boundsBefore({ stepCalls }: RunsData): Rect | null {
  for (const { seen } of stepCalls) if (seen.before?.picture?.bounds) return seen.before.picture.bounds;
  return null;
}
