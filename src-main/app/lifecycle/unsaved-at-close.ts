import type { BrowserWindow } from 'electron';
import type { RecorderStore } from '../../recorder/store.ts';

interface UnsavedAtClose {
  readonly recorder: Pick<RecorderStore, 'state'>;
  readonly ask: (steps: number) => Promise<'save' | 'quit' | 'cancel'>;
  /** @returns whether it was saved */
  readonly save: () => Promise<boolean>;
  /** The window stays open. */
  readonly failed: (error: unknown) => void;
}

/**
 * Tells a user who closes the window of steps that are saved nowhere. They are kept in any case, so those of an earlier start are
 * not mentioned again.
 */
export function tellOfUnsaved(window: BrowserWindow, { recorder, ask, save, failed }: UnsavedAtClose): void {
  let [isAsking, mayClose] = [false, false];
  const isLeftOpen = async (steps: number) => {
    const answer = await ask(steps);
    return answer === 'cancel' || (answer === 'save' && !(await save()));
  };
  window.on('close', (event) => {
    const { dirty, leftUnsaved, recording } = recorder.state;
    const { length } = recording.steps;
    if (mayClose || !dirty || leftUnsaved || length === 0) return;
    event.preventDefault();
    if (isAsking) return;
    isAsking = true;
    void isLeftOpen(length)
      .then((stays) => {
        mayClose = !stays;
        if (mayClose) window.close();
      })
      .catch(failed)
      .finally(() => (isAsking = false));
  });
}
