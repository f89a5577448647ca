import { z } from 'zod';
import type { Tool } from '../define-tool.ts';
import type { PromiseRow } from './computers.ts';
import type { ContractRow } from './row.ts';

const head = `# The contracts, row by row

Written by \`npm run docs\` from the tools' own definitions and the tables in \`src-main/tools/contract/\`; each row is tried by a
test of that folder, through an MCP client and against real apps; those of its host server and of window management by
one of \`src-main/mcp/\`, those of UFO's Computers by one of \`src-main/computer/\`, those of its HostAgent by one of
\`src-main/agents/\`. The tests try what can be provoked: not every word of a remark is proved by them.

- **same**: as the contract says.
- **stricter**: something the contract lets pass is refused, before anything is done.
- **fixed**: the contract, or the program it comes from, has a defect here that we do not copy.
- **other**: the same, under another name.

Arguments under “more” are ours; leave them out and the tool is the contract's. Every acting tool also takes \`dry_run\`.
`;

/** `docs/contract.md`. @throws where a row names a tool or a parameter that does not exist */
export function contractDoc(
  contracts: readonly {
    readonly title: string;
    readonly rows: readonly ContractRow[];
    readonly tools: readonly Tool[];
  }[],
  promises: readonly { readonly title: string; readonly rows: readonly PromiseRow[] }[],
): string {
  return [
    head,
    ...contracts.map(({ title, rows, tools }) => `## ${title}\n\n${table(rows, tools)}`),
    ...promises.map(({ title, rows }) => `## ${title}\n\n${promiseTable(rows)}`),
  ].join('\n');
}

function promiseTable(rows: readonly PromiseRow[]): string {
  const lines = rows.map(({ says, verdict, note }) => `| ${says} | ${verdict} | ${note} |\n`);
  return `| what the document says | verdict | what differs |\n| --- | --- | --- |\n${lines.join('')}`;
}

function table(rows: readonly ContractRow[], tools: readonly Tool[]): string {
  const lines = rows.map((row) => {
    const tool = tools.find(({ name }) => name === row.tool);
    if (!tool) throw new Error(`There is no tool ${row.tool}.`);
    const what = row.parameter === null ? `**\`${row.tool}\`**` : `\`${row.parameter}\``;
    const type = row.parameter === null ? more(tool, rows) : typeOf(tool, row.parameter);
    return `| ${what} | ${type} | ${row.verdict} | ${row.note} |\n`;
  });
  return `| tool, parameter | type, default | verdict | what differs |\n| --- | --- | --- | --- |\n${lines.join('')}`;
}

/** The arguments of a tool that its contract does not know. */
function more(tool: Tool, rows: readonly ContractRow[]): string {
  const known = new Set(rows.filter((row) => row.tool === tool.name).map(({ parameter }) => parameter));
  const added = Object.keys(tool.input.shape).filter((name) => !known.has(name));
  return added.length > 0 ? `more: ${added.map((name) => `\`${name}\``).join(', ')}` : '';
}

function typeOf(tool: Tool, parameter: string): string {
  const schema = z.toJSONSchema(tool.input, { io: 'input' });
  const property = schema.properties?.[parameter];
  if (typeof property !== 'object') throw new Error(`${tool.name} has no parameter ${parameter}.`);
  const required = schema.required?.includes(parameter) ? ', required' : '';
  const standard = property.default === undefined ? required : ` = \`${JSON.stringify(property.default)}\``;
  return `${kindOf(property)}${standard}`;
}

function kindOf(property: { readonly [key: string]: unknown }): string {
  const choices = property['enum'];
  if (Array.isArray(choices)) return choices.map((choice) => `\`${String(choice)}\``).join(' ');
  const either = property['anyOf'];
  if (Array.isArray(either)) return either.map((one: { readonly type?: string }) => one.type ?? 'value').join(' or ');
  return typeof property['type'] === 'string' ? property['type'] : 'value';
}
