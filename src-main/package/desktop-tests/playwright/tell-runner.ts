import { writeFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { test, type TestInfo } from '@playwright/test';
import { at, framesOfCaller, type Telling } from '../telling.ts';

/** Tells Playwright's reports. */
export function tellRunner(info: TestInfo): Telling {
  let files = 0;
  return {
    step({ title, subtitle, params }, body) {
      const frames = framesOfCaller();
      const location = placeOf(frames[0]);
      const shown = { subtitle, ...(params && { params }), ...(location && { location }) };
      return test.step(
        title,
        async () => {
          try {
            return await body();
          } catch (error) {
            throw at(error, frames);
          }
        },
        shown,
      );
    },
    async attach(name, { bytes, type, extension }) {
      // By path: the terminal would show the whole of a text.
      const file = info.outputPath(`${name.replace(/\W+/g, '-')}-${++files}.${extension}`);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, bytes);
      await info.attach(name, { path: file, contentType: type });
    },
    note(type, description) {
      info.annotations.push({ type, description });
    },
  };
}

function placeOf(frame = ''): { readonly file: string; readonly line: number; readonly column: number } | null {
  const [, named = '', line, column] = /\(?((?:file:\/\/)?[^\s()]+):(\d+):(\d+)\)?$/.exec(frame) ?? [];
  if (named === '') return null;
  const file = named.startsWith('file:') ? fileURLToPath(named) : named;
  return { file, line: Number(line), column: Number(column) };
}
