import { isConfigured } from '../../computer/config/select.ts';
import { loadConfig } from '../../computer/config/load-config.ts';
import type { MayStart } from '../../computer/config/starts.ts';
import { anyAgent, type AgentsConfig } from '../../computer/config/schema.ts';
import { hostComputers, type HostPlace } from '../../computer/host-computers.ts';
import { openComputers, type Computers } from '../../computer/open-computers.ts';
import { toWire } from '#contract/errors';
import type { SettingsChange } from '#contract/model/settings';
import type { ServedScope } from '../../mcp/protocol/tool-host.ts';
import { ServedTools } from '../../mcp/protocol/served-tools.ts';
import type { Tool } from '../../tools/define-tool.ts';
import type { Context } from '../command.ts';
import type { ServerParts } from '../../mcp/protocol/server-parts.ts';

export interface ServedComputers {
  readonly scope: ServedScope;
  close(): Promise<void>;
}

/** A parsed configuration, with nothing opened yet. */
export interface ReadConfigured {
  readonly settings: SettingsChange;
  /** Null if the file has settings alone: then there are no tools but ours. */
  open(parts: Omit<ServerParts, 'scope'>): Promise<ServedComputers | null>;
}

/** @throws AppError `file_error`, `invalid_parameter` with the lines to mend */
export async function readConfigured(
  file: string,
  place: HostPlace & { readonly mayStart: MayStart },
  context: Context,
): Promise<ReadConfigured> {
  const { variables, streams, signal } = context;
  const { mayStart } = place;
  const { config, settings } = await loadConfig(file, variables);
  streams.err.write(noticeOf(config, place.agent, file));
  return {
    settings,
    async open(parts) {
      if (Object.keys(config).length === 0 && place.agent === undefined) return null;
      const tools = new ServedTools();
      const changed = (broken?: unknown) => (broken === undefined ? tools.changed() : undefined);
      const computers = await openComputers({ file, variables, ...parts, mayStart, signal, changed });
      const shown = await openFirst(computers, place).catch((error: unknown) => {
        const { message, hint } = toWire(error);
        streams.err.write(`${message} ${hint}\n`);
        return [];
      });
      tools.use({ shown, callable: [], host: hostComputers(computers, place) });
      return { scope: tools.scope, close: () => computers.close() };
    },
  };
}

/** A notice for an agent that the file does not name; empty for any other. */
export function noticeOf(config: AgentsConfig, agent: string | undefined, file: string): string {
  if (agent === undefined || [agent, anyAgent].some((name) => isConfigured(config, name))) return '';
  return `${file} does not name ${agent}, so the defaults apply.\n`;
}

/**
 * The default Computer is opened before any client connects: so problems with its servers are reported at the start,
 * and shared ones are already running.
 */
async function openFirst({ manager }: Computers, { agent, root }: HostPlace): Promise<readonly Tool[]> {
  const computer = await manager.getOrCreate({ agent: agent ?? 'default_agent', root });
  const servers = new Set(computer.tools().map((tool) => computer.toolCall(tool.tool_key).mcp_server));
  return [...servers].flatMap((server) => server.tools);
}
