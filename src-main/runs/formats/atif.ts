import { z } from 'zod';
import { agentAnswer, agentRef, agentState } from '#contract/model/agents/agent';
import { rect } from '#contract/model/schemas/geometry';
import { caller, decision, runEnding, wireError } from '#contract/model/runs/trace';

/**
 * The Agent Trajectory Interchange Format, from Harbor's RFC 0001 and its models (harbor-framework/harbor,
 * `docs/rfcs/0001-trajectory-format.md`, `src/harbor/models/trajectories/`). Versions 1.0 to 1.6 are subsets of 1.7. A
 * document's additional data goes to `extra`.
 */
export const atifVersion = 'ATIF-v1.7';

const extra = z.record(z.string(), z.unknown()).nullish();
const count = z.number().int().nonnegative().nullish();

export const atifPart = z.object({
  /** `text` or `image`; later versions may have more. */
  type: z.string(),
  text: z.string().nullish(),
  /** `path` is relative to the document's folder, or an address. */
  source: z.object({ media_type: z.string(), path: z.string() }).nullish(),
});
export type AtifPart = z.output<typeof atifPart>;

const content = z.union([z.string(), z.array(atifPart)]);
export type AtifContent = z.output<typeof content>;

/** The location of another agent's run: a file beside this one, or the document itself. */
const subagentRef = z.object({
  session_id: z.string().nullish(),
  trajectory_id: z.string().nullish(),
  trajectory_path: z.string().nullish(),
});

const atifStep = z.object({
  /** From 1; some count from 0. */
  step_id: z.number().int().nonnegative(),
  timestamp: z.string().nullish(),
  source: z.enum(['system', 'user', 'agent']),
  model_name: z.string().nullish(),
  message: content.nullish(),
  reasoning_content: z.string().nullish(),
  tool_calls: z
    .array(
      z.object({
        tool_call_id: z.string(),
        function_name: z.string(),
        // Some write the model's text unchanged, which need not be an object.
        arguments: z.union([
          z.record(z.string(), z.unknown()),
          z.unknown().transform((given) => ({ arguments: given })),
        ]),
        extra,
      }),
    )
    .nullish(),
  observation: z
    .object({
      results: z.array(
        z.object({
          /**
           * Undefined if a result belongs to no single call: Harbor's terminus-2 writes one for all calls of a step.
           */
          source_call_id: z.string().nullish(),
          content: content.nullish(),
          subagent_trajectory_ref: z.union([z.array(subagentRef), subagentRef]).nullish(),
          extra,
        }),
      ),
    })
    .nullish(),
  metrics: z
    .object({ prompt_tokens: count, completion_tokens: count, cost_usd: z.number().nonnegative().nullish(), extra })
    .nullish(),
  llm_call_count: count,
  /** It is in an earlier trajectory, and is here because a model was shown it again. */
  is_copied_context: z.boolean().nullish(),
  extra,
});
export type AtifStep = z.output<typeof atifStep>;

export const atifTrajectory = z.object({
  schema_version: z.string().regex(/^ATIF-v1\.\d+$/, 'expected ATIF-v1.0 to ATIF-v1.7'),
  session_id: z.string().nullish(),
  trajectory_id: z.string().nullish(),
  agent: z.object({ name: z.string(), version: z.string(), model_name: z.string().nullish(), extra }),
  steps: z.array(atifStep).min(1),
  notes: z.string().nullish(),
  final_metrics: z
    .object({
      total_prompt_tokens: count,
      total_completion_tokens: count,
      total_cost_usd: z.number().nonnegative().nullish(),
      total_steps: count,
      extra,
    })
    .nullish(),
  extra,
  /** The file in which the same run goes on. */
  continued_trajectory_ref: z.string().nullish(),
  /** Runs of agents that this one called. */
  subagent_trajectories: z.array(z.unknown()).nullish(),
});
export type AtifTrajectory = z.output<typeof atifTrajectory>;

/** The key in `extra` for data without a field in ATIF. */
export const ownExtra = 'deskscope';

/** For a step of an agent; `agent` is null for calls that no model requested. */
export const atifStepExtra = z.object({
  agent: agentRef.nullable(),
  round: z.number().int().nonnegative(),
  sub_task: z.string().optional(),
  answer: agentAnswer.nullable(),
  problem: z.string(),
  state: agentState.nullable(),
  elapsed_ms: z.record(z.string(), z.number().nonnegative()),
  controls: z.object({ text: z.string(), count: z.number().int().nonnegative() }).optional(),
});
export type AtifStepExtra = z.output<typeof atifStepExtra>;

const atifCall = z.object({
  tool: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  text: z.string(),
  error: wireError.nullable(),
  elapsed_ms: z.number().nonnegative(),
  decision,
  decided_by: z.string().optional(),
  caller,
  /** Paths of pictures. */
  before: z.object({ file: z.string(), bounds: rect.nullable() }).optional(),
  after: z.object({ file: z.string(), bounds: rect.nullable() }).optional(),
});

/** For a `system` step with a model's input: one entry per picture. */
export const atifShown = z.object({
  pictures: z.array(z.object({ label: z.string(), bounds: rect.nullable() })),
});
export type AtifShown = z.output<typeof atifShown>;

/** For a `user` step. */
export const atifRequest = z.object({ round: z.number().int().nonnegative() });

/** For the result of a tool call: an act of an agent may take several calls, or none. */
export const atifActExtra = z.object({
  status: z.enum(['success', 'failure', 'skipped', 'denied', 'none']),
  target: rect.nullable(),
  calls: z.array(atifCall),
});
export type AtifActExtra = z.output<typeof atifActExtra>;

/** For the whole document. */
export const atifRunExtra = z.object({ title: z.string(), kind: z.string(), outcome: runEnding.nullable() });
export type AtifRunExtra = z.output<typeof atifRunExtra>;
