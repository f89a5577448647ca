/** Output of the scripts: one line per action, nothing without actions. */

/** A failure the user can act on: printed as its sentence, without a stack. */
export class CannotGoOn extends Error {
  /** @param {string} message a full sentence with the fix */
  constructor(message) {
    super(message);
    this.name = 'CannotGoOn';
  }
}

/** @param {string} sentence */
export function print(sentence) {
  process.stdout.write(`${sentence}\n`);
}

/**
 * Runs a script's main function; its number becomes the exit code.
 * @param {() => Promise<number>} main
 */
export async function runScript(main) {
  try {
    requireNode();
    process.exit(await main());
  } catch (error) {
    process.stderr.write(`${error instanceof CannotGoOn ? error.message : describe(error)}\n`);
    process.exit(1);
  }
}

/** The minimum of vite, which builds us; the build also runs on Node 18.15. */
function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new CannotGoOn(`This is Node ${process.versions.node}: building and testing needs Node 20.19 or newer.`);
}

/** @param {unknown} error */
function describe(error) {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
