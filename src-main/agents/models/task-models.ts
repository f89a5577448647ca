import type { AgentKind } from '#contract/model/agents/agent';
import { AppError } from '#contract/errors';
import type { Model } from './model.ts';
import { openModel, withoutComputer, type OpenModelOptions } from './open-model.ts';
import { readScript, scriptedModel } from './scripted.ts';
import { keepTraffic, playTraffic } from './traffic.ts';
import { pictureLimits } from './pictures.ts';

export interface TaskModelsOptions extends OpenModelOptions {
  /** `provider:model`, `scripted:FILE`, or `person`. */
  readonly names: Readonly<Record<AgentKind, string>>;
  /** Answers for the model `person`. */
  readonly person: (kind: AgentKind) => AskPerson;
  /** Where answers are kept. */
  readonly keep?: string | undefined;
  /** A file of kept answers to replay instead of asking. */
  readonly play?: string | undefined;
  /** Receives a sentence about each deviation from the kept run. */
  readonly notice: (sentence: string) => void;
}

const scripted = 'scripted:';

/** The models of a run. @throws AppError as those that open them */
export async function openTaskModels(options: TaskModelsOptions): Promise<Readonly<Record<AgentKind, Model>>> {
  const { keep, play, notice } = options;
  // A HostAgent does not act in windows: the same model answers it in the form of the schema.
  const names = { ...options.names, HostAgent: withoutComputer(options.names.HostAgent) };
  const played = play === undefined ? null : await playTraffic(play);
  const open = async (kind: AgentKind): Promise<Model> => {
    const name = names[kind];
    if (played) {
      const differs = (number: number) => notice(`Answer ${number} of ${name} was given to another question then.`);
      return played.model(name, differs);
    }
    if (name === 'person') return personModel(options.person(kind));
    if (name.startsWith(scripted)) return scriptedModel(name, await readScript(name.slice(scripted.length)), kind);
    return openModel(name, options);
  };
  const hostAgent = await open('HostAgent');
  // A model's answers are in one sequence for all agents that ask it.
  const isShared = names.HostAgent === names.AppAgent && !/^(scripted:|person$)/.test(names.AppAgent);
  const both = { HostAgent: hostAgent, AppAgent: isShared ? hostAgent : await open('AppAgent') };
  if (keep === undefined) return both;
  return { HostAgent: keepTraffic(both.HostAgent, keep), AppAgent: keepTraffic(both.AppAgent, keep) };
}

/** Asks the person at the terminal or in our window; null if nobody answers. @throws AppError `cancelled` */
type AskPerson = (question: string, signal: AbortSignal) => Promise<string | null>;

/** `FINISH 42` and the like: the short form for people, who do not write JSON. */
const shortAnswer = /^\s*(CONTINUE|FINISH|FAIL|ERROR|PENDING)\b:?\s*(.*)$/is;

/**
 * A person as the model: sees the model's prompt, and types the answer, as JSON or as a state followed by the result.
 */
export function personModel(ask: AskPerson): Model {
  return {
    name: 'person',
    pictures: pictureLimits.usual,
    async ask({ system, parts, schema }, signal) {
      const texts = parts.map((part) => (part.type === 'text' ? part.text : `[${part.label} see the window]`));
      const known = Object.keys(schema['properties'] ?? {}).join(', ');
      const how = `You are the model. Answer in one line: JSON with ${known}; or “FINISH result”, “FAIL reason”.`;
      const reply = await ask([system, ...texts, how].join('\n\n'), signal);
      if (reply === null || reply.trim() === '') {
        throw new AppError('model_error', 'No one answers in place of the model.', {
          hint: 'Run it at a terminal or in the app, or name another model.',
        });
      }
      return { text: formOf(reply), usage: { inputTokens: 0, outputTokens: 0, cost: 0 } };
    },
  };
}

function formOf(reply: string): string {
  const [, status, result = ''] = shortAnswer.exec(reply) ?? [];
  if (status === undefined) return reply;
  return JSON.stringify({ status: status.toUpperCase(), result: result.trim(), questions: [result.trim()] });
}
