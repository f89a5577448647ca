import { createHash } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { modelUsage } from '#contract/model/agents/agent';
import type { Model, ModelReply, ModelRequest } from './model.ts';
import { isComputer } from './open-model.ts';
import { pictureLimits } from './pictures.ts';

/** One line of the file: what a model was asked, by its hash, and what it answered. */
const exchange = z.object({
  model: z.string(),
  /** SHA-256 of the texts of the request: pictures differ from run to run. */
  asked: z.string(),
  text: z.string(),
  usage: modelUsage,
});

/** A model whose answers are appended to a file (mode 0600), for {@link playTraffic} to replay. */
export function keepTraffic(model: Model, file: string): Model {
  return {
    ...model,
    async ask(request, signal) {
      const reply = await model.ask(request, signal);
      const line = { model: model.name, asked: hashOf(request), ...reply } satisfies z.input<typeof exchange>;
      await appendFile(file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
      return reply;
    },
  };
}

export interface PlayedTraffic {
  /** Replays a model's answers in order; `differs` is called for a request that differs from the original. */
  model(name: string, differs?: (number: number) => void): Model;
}

/**
 * The answers of a file from {@link keepTraffic}, to repeat a run without a model.
 * @throws AppError `file_error`, `invalid_parameter` with the invalid line
 */
export async function playTraffic(file: string): Promise<PlayedTraffic> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new AppError('file_error', `${file} cannot be read.`, { cause });
  });
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const kept = lines.map((line, index) => parse(line, `Line ${index + 1} of ${file}`));
  return {
    model(name, differs = () => undefined) {
      const own = kept.filter(({ model }) => model === name);
      if (own.length === 0) {
        const known = [...new Set(kept.map(({ model }) => model))].map((one) => quoted(one)).join(', ');
        throw new AppError('invalid_parameter', `${file} has no answers of ${quoted(name)}.`, {
          hint: `It has: ${known}.`,
        });
      }
      let given = 0;
      return {
        name,
        ...(isComputer(name) && { dialect: 'computer' }),
        pictures: pictureLimits.usual,
        ask(request) {
          const next = own[given++];
          if (!next) return Promise.reject(ended(file, own.length));
          if (next.asked !== hashOf(request)) differs(given);
          return Promise.resolve({ text: next.text, usage: next.usage } satisfies ModelReply);
        },
      };
    },
  };
}

function parse(line: string, where: string): z.output<typeof exchange> {
  try {
    return exchange.parse(JSON.parse(line));
  } catch (cause) {
    throw new AppError('invalid_parameter', `${where} is not a model’s answer.`, { cause });
  }
}

function hashOf({ system, parts }: ModelRequest): string {
  const texts = parts.map((part) => (part.type === 'text' ? part.text : part.label));
  return createHash('sha256')
    .update(JSON.stringify([system, ...texts]))
    .digest('hex');
}

function ended(file: string, count: number): AppError {
  return new AppError('model_error', `${file} has only ${count} answers of this model, and the run asks for more.`, {
    hint: 'The desktop has changed since they were stored.',
  });
}
