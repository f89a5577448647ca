/** Asks once and keeps the answer; after a failure the next caller asks again. */
export function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  return () => {
    if (answer) return answer;
    const asked = (answer = ask());
    asked.catch(() => (answer = null));
    return asked;
  };
}

interface Coalesced {
  (): void;
  /** Nothing is run any more. */
  cancel(): void;
}

/** Runs `work` once for all requests within `ms` milliseconds of the first. */
export function coalesce(work: () => void, ms: number): Coalesced {
  let timer: NodeJS.Timeout | null = null;
  const request = () => {
    timer ??= setTimeout(() => {
      timer = null;
      work();
    }, ms).unref();
  };
  const cancel = () => {
    if (timer) clearTimeout(timer);
  };
  return Object.assign(request, { cancel });
}
