/** How often a caller is told that its call waits for a person, in milliseconds: MCP clients give up after a minute of silence. */
const tellEveryMs = 10_000;

/** Waits, and tells from time to time that it still does. */
export async function stillWaiting<T>(tell: () => void, wait: () => Promise<T>): Promise<T> {
  const timer = setInterval(tell, tellEveryMs);
  try {
    return await wait();
  } finally {
    clearInterval(timer);
  }
}
