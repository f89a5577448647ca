/** One line to stderr; stdout belongs to results and protocols. */
export type Log = (level: 'info' | 'warn' | 'error', message: string, error?: unknown) => void;

export function createLog(name: string, write: (line: string) => void = (line) => process.stderr.write(line)): Log {
  return (level, message, error) => {
    const detail = error === undefined ? '' : ` ${format(error)}`;
    write(`${new Date().toISOString()} ${level} ${name}: ${message}${detail}\n`);
  };
}

export const silentLog: Log = () => undefined;

function format(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error);
}
