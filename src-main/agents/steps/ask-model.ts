import { performance } from 'node:perf_hooks';
import { AppError } from '#contract/errors';
import type { AgentAnswer, AgentKind } from '#contract/model/agents/agent';
import type { ModelPart, ModelReply, ModelRequest } from '../models/model.ts';
import { readAnswer } from '../answer/read-answer.ts';
import { answerSchemas } from '../prompts/system.ts';
import type { SessionParts } from '../session/session-parts.ts';
import { tokensOfText } from './picture.ts';

/** UFO's JSON_PARSING_RETRY. */
const attempts = 3;

const takenOver = { problem: 'The user took over before it was followed.', dropped: true } as const;

/** What a model is shown in one step. */
export interface Shown {
  readonly system: string;
  readonly parts: readonly ModelPart[];
  /** The window's controls as the model reads them, and how many of them only the picture shows; missing for the desktop. */
  readonly controls?: { readonly text: string; readonly count: number; readonly read: number };
  /** The windows of the desktop as the model reads them; missing for one that is shown a window. */
  readonly windows?: string;
  /** As {@link ModelRequest} has it. */
  readonly thread?: ModelRequest['thread'];
}

/**
 * Asks until the answer can be parsed, three times at most; the model is told what was wrong with the previous one.
 * Null if the user took over meanwhile, which makes an answer stale.
 * @throws AppError `cancelled`, `limit_reached`, `model_error`
 */
export async function askModel(
  parts: SessionParts,
  kind: AgentKind,
  step: number,
  shown: Shown,
): Promise<AgentAnswer | null> {
  const { journal, control, signal, spending } = parts;
  reportObservation(parts, kind, step, shown);
  let problem = '';
  for (let attempt = 1; attempt <= attempts; attempt++) {
    spending.check();
    const began = performance.now();
    const reply = await ask(parts, kind, { step, attempt, shown, problem });
    spending.add(reply.usage);
    const { inputTokens, outputTokens, cost } = spending.usage;
    const spent = { tokens: inputTokens + outputTokens, cost };
    const text = await control.answered({ step, text: reply.text, spent }, signal);
    const read = text === null ? takenOver : readAnswer(kind, text);
    journal.report({
      event: 'answered',
      step,
      attempt,
      elapsedMs: Math.round(performance.now() - began),
      raw: journal.keep(reply.text, 'txt'),
      usage: reply.usage,
      ...read,
    });
    if (text === null) return null;
    if ('answer' in read) return read.answer;
    ({ problem } = read);
  }
  throw new AppError('model_error', `The model gave no usable answer in ${attempts} attempts: ${problem}`);
}

interface Question {
  readonly step: number;
  readonly attempt: number;
  readonly shown: Shown;
  /** What was wrong with the previous answer; empty for the first. */
  readonly problem: string;
}

async function ask(parts: SessionParts, kind: AgentKind, question: Question): Promise<ModelReply> {
  const { journal, models, signal } = parts;
  const { step, attempt, shown, problem } = question;
  const model = models[kind];
  const repair: readonly ModelPart[] =
    problem === '' ? [] : [{ type: 'text', text: `Your last answer could not be used. ${problem} Answer again.` }];
  const asked = [...shown.parts, ...repair];
  const inWords = [shown.system, ...asked.map((part) => (part.type === 'text' ? part.text : `[${part.label}]`))];
  journal.report({
    event: 'asked',
    step,
    attempt,
    model: model.name,
    prompt: journal.keep(inWords.join('\n\n'), 'txt'),
  });
  const began = performance.now();
  try {
    const schemaName = kind === 'HostAgent' ? 'host_agent' : 'app_agent';
    const form = { schema: answerSchemas[kind], schemaName };
    return await model.ask({ system: shown.system, parts: asked, ...form, ...threadOf(shown, problem) }, signal);
  } catch (error) {
    const elapsedMs = Math.round(performance.now() - began);
    const reason = error instanceof Error ? error.message : String(error);
    journal.report({ event: 'answered', step, attempt, elapsedMs, problem: reason });
    throw error;
  }
}

/** A model with a thread receives the problem there. */
function threadOf({ thread }: Shown, problem: string): Pick<ModelRequest, 'thread'> {
  if (!thread) return {};
  return { thread: problem === '' ? thread : { ...thread, results: [problem] } };
}

function reportObservation(
  { journal, models }: SessionParts,
  kind: AgentKind,
  step: number,
  { system, parts, controls, windows }: Shown,
): void {
  const limits = models[kind].pictures;
  const pictures = parts.flatMap((part) => (part.type === 'picture' ? [part] : []));
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  journal.report({
    event: 'saw',
    step,
    pictures: pictures.map((picture) => ({
      label: picture.label,
      tokens: limits.tokens(picture),
      blob: journal.keep(picture.bytes, 'png'),
      bounds: picture.bounds,
    })),
    ...(controls && {
      controls: journal.keep(controls.text, 'txt'),
      controlTokens: tokensOfText(controls.text),
      readCount: controls.read,
    }),
    ...(windows !== undefined && { windows: journal.keep(windows, 'txt') }),
    controlCount: controls?.count ?? 0,
    textTokens: tokensOfText([system, ...texts].join('\n')),
  });
}
