import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { McpStatus } from '#contract/api';
import { defaultSettings, type Settings } from '#contract/model/settings';
import { AppError } from '#contract/errors';
import { silentLog } from '../../base/log.ts';
import type { MayStart } from '../../computer/config/starts.ts';
import { createBench, type Bench } from '../../tools/testing/run-tools.ts';
import { McpService } from '../agents/mcp-service.ts';

const config = `
MAXIMIZE_WINDOW: true
HostAgent:
  default:
    data_collection: [{ namespace: UICollector, type: local }]
    action: [{ namespace: HostUIExecutor, type: local }, { namespace: Missing, type: local, reste: true }]
AppAgent:
  WINWORD.EXE: { action: [] }
`;

let folder: string;
let bench: Bench;
let service: McpService;
let published: McpStatus[];
let asked: (readonly string[])[];
let isAllowed: boolean;
let withdrawn: number;
/** A user who confirms at once, or leaves the question open. */
const mayStart: MayStart = ({ starts }, signal) => {
  asked.push(starts);
  if (isAllowed) return Promise.resolve();
  return new Promise((_, reject) =>
    signal.addEventListener('abort', () => {
      withdrawn++;
      reject(new AppError('cancelled'));
    }),
  );
};
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'deskscope-computers-service-'));
  bench = await createBench({ policyMode: 'act' });
  published = [];
  asked = [];
  isAllowed = true;
  withdrawn = 0;
  service = new McpService({
    runner: bench.runner,
    version: '0.0.0',
    profile: folder,
    mayStart,
    changed: (status) => published.push(status),
    log: silentLog,
  });
});
afterEach(async () => {
  await service.close();
  await bench.close();
  rmSync(folder, { recursive: true });
});

const file = () => path.join(folder, 'mcp.yaml');
const apply = (change: Partial<Settings> = {}) =>
  service.apply({ ...defaultSettings, mcpPort: 0, mcpConfig: file(), ...change });
const shown = () => published.at(-1)?.computers;
const settled = (what: () => void) => vi.waitFor(what, { timeout: 15_000 });

/** @param meanwhile runs while the client is connected and has its Computers */
async function toolsOf(name: string, meanwhile?: () => Promise<unknown>): Promise<readonly string[]> {
  const { url, token } = service.status;
  const client = new Client({ name, version: '1' });
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  try {
    const { tools } = await client.listTools();
    await meanwhile?.();
    return tools.map((tool) => tool.name);
  } finally {
    await client.close();
  }
}

it('serves the Computers of the chosen file, and shows them with what is missing', async () => {
  writeFileSync(file(), config);
  await apply();
  await settled(() => expect(shown()?.opening).toBe(false));
  expect(shown()).toEqual({
    file: file(),
    problem: '',
    warnings: [expect.stringContaining('“reste” means nothing here, so it is ignored. Did you mean reset?') as string],
    opening: false,
    computers: [
      {
        agent: 'HostAgent',
        root: 'default',
        servers: [
          { namespace: 'UICollector', type: 'data_collection', kind: 'local', tools: 8 },
          { namespace: 'HostUIExecutor', type: 'action', kind: 'local', tools: 1 },
        ],
        problems: [
          { namespace: 'Missing', type: 'action', message: expect.stringContaining('No MCP server found') as string },
        ],
      },
      { agent: 'AppAgent', root: 'WINWORD.EXE', servers: [], problems: [] },
    ],
  });
  expect(await toolsOf('HostAgent')).toContain('select_application_window');
  expect(await toolsOf('HostAgent')).not.toContain('click_input');
  expect(service.settings).toEqual({ maximizeWindow: true });
  await apply({ mcpConfig: '' });
  expect(shown()).toBeNull();
  expect(service.settings).toEqual({});
  expect(await toolsOf('HostAgent')).toContain('click_element');
});

it('shows the Computers of each client while it has them, with their servers and problems', async () => {
  writeFileSync(file(), config);
  await apply();
  const inUse = () => published.at(-1)?.inUse;
  const host = { agent: 'HostAgent', root: 'default' };
  await toolsOf('HostAgent', () =>
    settled(() =>
      expect(inUse()).toMatchObject([
        {
          kind: 'client',
          who: 'HostAgent',
          computers: [{ ...host, servers: [{ tools: 8 }, { tools: 1 }], problems: [{ namespace: 'Missing' }] }],
        },
      ]),
    ),
  );
  await settled(() => {
    for (const { id } of service.status.clients) service.disconnect(id);
    expect(inUse()).toEqual([]);
  });
});

it('follows the file, and reports why a change is not applied', async () => {
  writeFileSync(file(), config);
  await apply();
  await settled(() => expect(shown()?.opening).toBe(false));
  writeFileSync(file(), 'HostAgent: [');
  await settled(() => expect(shown()?.problem).toContain(`${file()}:1:`));
  await settled(() => expect(shown()?.computers).toHaveLength(2));
  expect(await toolsOf('HostAgent')).toContain('select_application_window');
  writeFileSync(file(), 'HostAgent: { default: { action: [{ namespace: AppUIExecutor, type: local }] } }');
  await settled(() =>
    expect(shown()).toMatchObject({ problem: '', opening: false, computers: [{ agent: 'HostAgent' }] }),
  );
  expect(await toolsOf('HostAgent')).toContain('click_input');
});

describe.each(['legacy', 'auto'] as const)('a connected client (%s)', (mode) => {
  it('stays connected, keeps its selection, and is notified of new tools', async () => {
    await apply({ mcpConfig: '' });
    const { url, token } = service.status;
    const reported: string[][] = [];
    const onChanged = (_: Error | null, tools: readonly { readonly name: string }[] | null) =>
      void reported.push((tools ?? []).map(({ name }) => name));
    const client = new Client(
      { name: 'HostAgent', version: '1' },
      { versionNegotiation: { mode }, listChanged: { tools: { onChanged, debounceMs: 0 } } },
    );
    const requestInit = { headers: { Authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    try {
      await client.callTool({ name: 'get_desktop_app_info', arguments: {} });
      writeFileSync(file(), config);
      await apply();
      await settled(() => expect(reported.at(-1)).toContain('select_application_window'));
      expect(reported.at(-1)).not.toContain('click_input');
      writeFileSync(file(), 'HostAgent: { default: { action: [{ namespace: AppUIExecutor, type: local }] } }');
      await settled(() => expect(reported.at(-1)).toContain('click_input'));
      await apply({ mcpConfig: '', mcpToolSets: ['ufo'] });
      await settled(() => expect(reported.at(-1)).toContain('run_shell'));
      expect(service.status.url).toBe(url);
      const picked = { name: 'select_application_window', arguments: { id: '1', name: 'Calculator' } };
      expect(await client.callTool(picked)).not.toHaveProperty('isError', true);
    } finally {
      await client.close();
    }
  });
});

it('gets no tools while the file is invalid, reports why, and loads the file once it is fixed', async () => {
  await apply();
  expect(shown()).toMatchObject({ problem: expect.stringContaining('there is no such file') as string, computers: [] });
  await expect(toolsOf('HostAgent')).rejects.toThrow('there is no such file');
  writeFileSync(file(), config);
  await settled(() => expect(shown()).toMatchObject({ problem: '', opening: false }));
  expect(await toolsOf('HostAgent')).toContain('select_application_window');
});

it('shows the Computer that all agents share, if the file has it at the top level', async () => {
  writeFileSync(file(), 'action_servers: [{ namespace: gui_automator }]');
  await apply();
  await settled(() => expect(shown()?.computers).toMatchObject([{ agent: 'Any agent', root: 'default' }]));
});

it('starts nothing without the user’s consent, serves meanwhile, and withdraws the question for another file', async () => {
  const ran = path.join(folder, 'ran');
  const start = `"require('fs').writeFileSync('${ran}', '')"`;
  const server = `{ namespace: N, type: stdio, command: '${process.execPath}', start_args: [-e, ${start}] }`;
  writeFileSync(file(), `HostAgent: { default: { action: [${server}] } }`);
  isAllowed = false;
  await apply();
  expect(service.status.state).toBe('listening');
  expect(asked).toEqual([[expect.stringContaining(`Start “${process.execPath}” “-e”`)]]);
  expect(shown()).toMatchObject({ opening: true });
  await apply({ mcpConfig: '' });
  expect(withdrawn).toBe(1);
  expect(existsSync(ran)).toBe(false);
  expect(shown()).toBeNull();
});
