import type { AgentKind } from '#contract/model/agents/agent';

const text = { type: 'string' } as const;
const texts = { type: 'array', items: text } as const;

function object(properties: Readonly<Record<string, object>>) {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false } as const;
}

/** As JSON: the arguments of each tool are other ones, and some providers take no open objects. */
const call = object({ function: text, arguments: text, status: text });

const common = {
  observation: text,
  thought: text,
  plan: texts,
  comment: text,
  questions: texts,
  result: text,
} as const;

/** JSON Schemas of the answers, in UFO's names of version 3. Older names are read all the same. */
export const answerSchemas: Readonly<Record<AgentKind, Readonly<Record<string, unknown>>>> = {
  HostAgent: object({
    ...common,
    current_subtask: text,
    dependencies: { type: 'array', items: object({ sub_task: text, after: texts }) },
    message: texts,
    function: text,
    arguments: text,
    bash: text,
    evidence: { type: 'array', items: object({ window: text, text }) },
    status: text,
  }),
  AppAgent: object({ ...common, action: { type: 'array', items: call }, status: text }),
};
