import type { ComputerView } from '#contract/api';
import { toWire } from '#contract/errors';
import type { Computer } from '../../computer/computer.ts';

/** Whose Computer, as a page shows it. */
type Place = Pick<ComputerView, 'agent' | 'root' | 'process'>;

/** A Computer as a page shows it, once its servers are open; one that cannot be opened is shown with its problem. */
export async function computerView(place: Place, opening: Promise<Computer>): Promise<ComputerView> {
  try {
    const computer = await opening;
    const tools = computer.tools().filter((tool) => tool.namespace !== 'Computer');
    const servers = new Map(
      computer.servers().map(({ namespace, tool_type: type, kind }) => [
        `${type} ${namespace}`,
        {
          namespace,
          type,
          kind,
          tools: tools.filter((tool) => tool.namespace === namespace && tool.tool_type === type).length,
        },
      ]),
    );
    const problems = computer.problems.map(({ namespace, tool_type: type, message }) => ({ namespace, type, message }));
    return { ...place, servers: [...servers.values()], problems };
  } catch (error) {
    return { ...place, servers: [], problems: [{ namespace: '', type: 'action', message: toWire(error).message }] };
  }
}
