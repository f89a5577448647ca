/** The file is not what its name says. */
export class SyntaxProblem extends Error {
  /** Counted from 1. */
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.name = 'SyntaxProblem';
    this.line = line;
  }
}

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** How the file ends its lines. */
export function lineEnd(text: string): '\n' | '\r\n' {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
