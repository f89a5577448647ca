import type { Tool } from '../../tools/define-tool.ts';

/** A server under its name in UFO's documents, and our tools that do the same as its own. */
interface NamedServer {
  readonly namespaces: readonly string[];
  readonly has: (tool: Tool) => boolean;
}

const takesPicture = ({ name }: Tool) => name.startsWith('capture_');
const collector: NamedServer = { namespaces: ['UICollector'], has: (tool) => !takesPicture(tool) };

/** The namespaces of configurations in UFO's documents (`computer_manager.md`), which no program of UFO's has. */
const servers: Readonly<Record<string, NamedServer>> = {
  screenshot_collector: { namespaces: ['UICollector'], has: takesPicture },
  ui_collector: collector,
  ui_detector: collector,
  gui_automator: { namespaces: ['HostUIExecutor', 'AppUIExecutor'], has: () => true },
};

/** The last word of their `module`, which is a Python module there and only a name here. */
const modules: Readonly<Record<string, string>> = {
  screenshot_server: 'screenshot_collector',
  ui_server: 'ui_collector',
  ui_detection_server: 'ui_detector',
  automation_server: 'gui_automator',
  file_server: 'file_ops',
};

/** The server's identity: the one that its `module` names, if known, else its own name. */
export function serverMeant(namespace: string, module: string | undefined): string {
  const last = module?.split('.').at(-1) ?? '';
  return Object.hasOwn(modules, last) ? (modules[last] as string) : namespace;
}

/** True for a name from the documents, which is valid without a type, too. */
export function isDocumented(namespace: string): boolean {
  return Object.hasOwn(servers, namespace) || Object.values(modules).includes(namespace);
}

/** The tools behind a name from the documents, in the order of its namespaces; undefined for any other name. */
export function toolsNamed(name: string, tools: readonly Tool[]): readonly Tool[] | undefined {
  if (!Object.hasOwn(servers, name)) return undefined;
  const { namespaces, has } = servers[name] as NamedServer;
  return namespaces.flatMap((namespace) => tools.filter((tool) => tool.namespace === namespace && has(tool)));
}
