/** Other names of the same field, as UFO's versions and documents have them; letters alone, in lower case. */
const aliases: Readonly<Record<string, string>> = {
  currentsubtask: 'subtask',
  dependson: 'after',
  args: 'arguments',
  parameters: 'arguments',
  question: 'questions',
  messages: 'message',
};

/** What an answer holds, under one name each; nothing of it is checked yet. */
export type Fields = Readonly<Partial<Record<FieldName, unknown>>>;

type FieldName =
  | 'observation'
  | 'thought'
  | 'plan'
  | 'dependencies'
  | 'after'
  | 'comment'
  | 'status'
  | 'function'
  | 'arguments'
  | 'action'
  | 'actions'
  | 'questions'
  | 'message'
  | 'subtask'
  | 'bash'
  | 'result'
  | 'evidence'
  | 'controllabel'
  | 'controltext';

export function fieldsOf(value: object): Fields {
  const fields: Record<string, unknown> = {};
  for (const [name, content] of Object.entries(value)) {
    const plain = name.toLowerCase().replace(/[^a-z]/g, '');
    fields[aliases[plain] ?? plain] ??= content;
  }
  return fields;
}

/** Numbers and objects are reported as JSON: models put results in any shape. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join('\n');
  return JSON.stringify(value);
}

/** A text stands for its lines. */
export function listOf(value: unknown): readonly string[] {
  const all = Array.isArray(value) ? value.map(textOf) : textOf(value).split('\n');
  return all.map((one) => one.trim()).filter((one) => one !== '');
}
