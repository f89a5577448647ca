import { harmlessJson, quoted } from '#contract/foreign-text';
import type { Resolution } from '#contract/model/runs/trace';
import { formatRect } from '#contract/model/geometry';
import { mask } from '#contract/model/tools/tool-call';
import type { Preview } from '../../permissions/gate.ts';
import type { Tool, ToolResult } from '../define-tool.ts';
import { dryEngine, DryRunEnd, type Route } from './engines/dry-engine.ts';
import type { RestrictedFiles } from '../../base/restricted-files/restricted-files.ts';
import type { KeptFiles } from '../session/kept-files.ts';
import { maskSecrets } from './secrets.ts';

interface DryRun {
  /** The call's action, in one sentence. */
  readonly sentence: string;
  readonly resolution: Resolution | undefined;
  /** In order; the last may be repeated. */
  readonly route: readonly Route[];
  readonly permission: Preview;
}

const verdicts: Readonly<Record<Preview['answer'], string>> = {
  allow: 'it would be allowed',
  grant: 'it would be allowed, because you were asked before',
  ask: 'you would be asked',
  deny: 'it would be refused',
};

/**
 * The tool in a read-only form: it runs up to its first action, and returns what matched, how it would act, and the policy's
 * decision for the real call.
 */
export function dryTool(tool: Tool, preview: (shown: Record<string, unknown>) => Promise<Preview>): Tool {
  return {
    ...tool,
    effect: 'observe',
    title: `${tool.title} (dry run)`,
    async run(context, { dry_run: _, ...input }) {
      const route: Route[] = [];
      let resolution: Resolution | undefined;
      const note = (step: Route) => void route.push(context.secret ? maskRoute(step) : step);
      const resolved = (found: Resolution) => {
        resolution = found;
        context.resolved(found);
      };
      const dry = {
        ...context,
        engine: dryEngine(context.engine, note),
        session: { ...context.session },
        files: dryFiles(context.files, note),
        userFiles: dryUserFiles(context.userFiles, note),
      };
      try {
        await tool.run({ ...dry, resolved }, input);
      } catch (error) {
        if (!(error instanceof DryRunEnd)) throw error;
      }
      const shown = context.secret ? maskSecrets(tool, input) : input;
      const permission = await preview(shown);
      return dryRunResult({ sentence: tool.sentence?.(shown) ?? tool.title, resolution, route, permission });
    },
  };
}

function dryFiles(files: KeptFiles, note: (route: Route) => void): KeptFiles {
  return {
    ...files,
    write(folder, name) {
      note({ method: 'write', input: { folder, name } });
      return Promise.reject(new DryRunEnd());
    },
  };
}

function dryUserFiles(files: RestrictedFiles, note: (route: Route) => void): RestrictedFiles {
  const end = (route: Route) => {
    note(route);
    return Promise.reject(new DryRunEnd());
  };
  return {
    ...files,
    write: (file, content, options) => end({ method: 'write', input: { file, bytes: content.length, ...options } }),
    move: (from, to, options) => end({ method: 'move', input: { from, to, ...options } }),
  };
}

function dryRunResult({ sentence, resolution, route, permission }: DryRun): ToolResult {
  const lines = [
    `Dry run: nothing was done. It would: ${sentence}.`,
    resolution && `Target: ${describeResolution(resolution)}.`,
    `Route: ${route.map(describeRoute).join(', then ') || 'nothing that touches the desktop'}.`,
    `Permission: ${verdicts[permission.answer]} (${permission.rule}).`,
  ];
  return {
    text: lines.filter(Boolean).join('\n'),
    data: { dry_run: true, would: sentence, ...(resolution && { resolution }), route, permission },
  };
}

function describeResolution({ selector, healedFrom, bounds, attempts }: Resolution): string {
  const found = healedFrom ? `${quoted(healedFrom)}, because ${quoted(selector)} matched nothing` : quoted(selector);
  const place = bounds ? ` at ${formatRect(bounds)}` : '';
  return `the one element that matches ${found}${place}, after ${attempts} looks`;
}

function describeRoute({ method, input }: Route): string {
  return `${method} ${harmlessJson(input)}`;
}

/** Secret text must not appear in results either. */
function maskRoute({ method, input }: Route): Route {
  const masked = JSON.parse(
    JSON.stringify(input, (key, value: unknown) => (['text', 'keys', 'value'].includes(key) ? mask : value)),
  ) as unknown;
  return { method, input: masked };
}
