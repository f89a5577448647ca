import { compileFunction } from 'node:vm';
import type { createTest } from './fixtures.ts';

type Test = ReturnType<typeof createTest>;
type Body = Parameters<Test>[2];

/** Declares a test in a file that is no program: Playwright names tests, and selects them, by where they are declared. */
export function declareIn(file: string, test: Test, title: string, body: Body): void {
  const declare = compileFunction('test(title, body)', ['test', 'title', 'body'], { filename: file }) as Declare;
  declare(test, title, body);
}

type Declare = (test: Test, title: string, body: Body) => void;
