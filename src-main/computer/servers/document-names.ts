import type { Tool } from '../../tools/define-tool.ts';

/** A server as UFO's documents call it, and which of our tools do what theirs was to do. */
interface NamedServer {
  readonly namespaces: readonly string[];
  readonly has: (tool: Tool) => boolean;
}

const takesPicture = ({ name }: Tool) => name.startsWith('capture_');
const collector: NamedServer = { namespaces: ['UICollector'], has: (tool) => !takesPicture(tool) };

/** The namespaces that configurations in UFO's documents (`computer_manager.md`) have, and no program of UFO's. */
const servers: Readonly<Record<string, NamedServer>> = {
  screenshot_collector: { namespaces: ['UICollector'], has: takesPicture },
  ui_collector: collector,
  ui_detector: collector,
  gui_automator: { namespaces: ['HostUIExecutor', 'AppUIExecutor'], has: () => true },
};

/** The last word of their `module`, which is a Python module there and no more than a name here. */
const modules: Readonly<Record<string, string>> = {
  screenshot_server: 'screenshot_collector',
  ui_server: 'ui_collector',
  ui_detection_server: 'ui_detector',
  automation_server: 'gui_automator',
  file_server: 'file_ops',
};

/** What a server is: the one its `module` names, where that says something to us, else the one it is called by. */
export function serverMeant(namespace: string, module: string | undefined): string {
  const last = module?.split('.').at(-1) ?? '';
  return Object.hasOwn(modules, last) ? (modules[last] as string) : namespace;
}

/** True for a name of the documents, which is there without a type too. */
export function isDocumented(namespace: string): boolean {
  return Object.hasOwn(servers, namespace) || Object.values(modules).includes(namespace);
}

/** The tools behind a name of the documents, in the order of its namespaces; undefined for any other name. */
export function toolsNamed(name: string, tools: readonly Tool[]): readonly Tool[] | undefined {
  if (!Object.hasOwn(servers, name)) return undefined;
  const { namespaces, has } = servers[name] as NamedServer;
  return namespaces.flatMap((namespace) => tools.filter((tool) => tool.namespace === namespace && has(tool)));
}
