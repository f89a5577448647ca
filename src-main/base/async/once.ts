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
