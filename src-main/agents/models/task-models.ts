import type { AgentKind } from '#contract/model/agents/agent';
import type { Model } from './model.ts';
import { openModel, withoutComputer, type OpenModelOptions } from './open-model.ts';
import { personModel, type AskPerson } from './person-model.ts';
import { readScript, scriptedModel } from './scripted.ts';
import { keepTraffic, playTraffic } from './traffic.ts';

export interface TaskModelsOptions extends OpenModelOptions {
  /** `provider:model`, `scripted:FILE`, or `person`. */
  readonly names: Readonly<Record<AgentKind, string>>;
  /** Who answers as the model `person`. */
  readonly person: (kind: AgentKind) => AskPerson;
  /** Where answers are kept. */
  readonly keep?: string | undefined;
  /** Kept answers that are given again in place of asking. */
  readonly play?: string | undefined;
  /** Told in a sentence where a run is not the one that was kept. */
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
  // Answers of one model are in one order, whoever asks.
  const isShared = names.HostAgent === names.AppAgent && !/^(scripted:|person$)/.test(names.AppAgent);
  const both = { HostAgent: hostAgent, AppAgent: isShared ? hostAgent : await open('AppAgent') };
  if (keep === undefined) return both;
  return { HostAgent: keepTraffic(both.HostAgent, keep), AppAgent: keepTraffic(both.AppAgent, keep) };
}
