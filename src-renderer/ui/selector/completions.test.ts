import { expect, it } from 'vitest';
import { completionsFor } from './completions.ts';

const words = { roles: ['Button', 'Edit'], names: ['Save', 'Save as…', 'Say "hi"'], ids: ['save-button'] };
const lines = (line: string) => completionsFor(line, words).map((completion) => completion.line);

it.each([
  ['ro', ['role=', 'row=']],
  ['role=Button n', ['role=Button name=', 'role=Button name~=', 'role=Button near=', 'role=Button nth=']],
  ['role=b', ['role=Button ']],
  ['role=Button name=sav', ['role=Button name="Save" ', 'role=Button name="Save as…" ']],
  ['name="save a', ['name="Save as…" ']],
  ['label=say', ['label="Say \\"hi\\"" ']],
  ['id=', ['id="save-button" ']],
  ['role=Button', []],
  ['nth=', []],
  ['name="Save"', []],
  ['role=Button >> na', ['role=Button >> name=', 'role=Button >> name~=']],
])('%j is completed as %j', (line, expected) => expect(lines(line)).toEqual(expected));
