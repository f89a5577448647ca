import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppError } from '#contract/errors';
import { defaultConfig } from './load-config.ts';
import { parseConfig } from './parse-config.ts';
import { knownKeys } from './schema.ts';

function parse(text: string, variables: Record<string, string> = {}) {
  return parseConfig(text, { file: 'mcp.yaml', variables });
}

function refusal(text: string, variables = {}): string {
  try {
    parse(text, variables);
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
  throw new Error('It was accepted.');
}

describe('a configuration in UFO’s shape', () => {
  it('is read with UFO’s defaults', () => {
    const { config, warnings } = parse(`
AppAgent:
  default:
    data_collection:
      - { namespace: UICollector, type: local, reset: false }
    action:
      - type: http
      - { namespace: Own, type: stdio }
  WINWORD.EXE:
    action:
    timeout: 60
    timeouts: { save_as: 600 }
`);
    expect(warnings).toEqual([]);
    const { default: standard, 'WINWORD.EXE': word } = config['AppAgent']!;
    expect(standard).toEqual({
      data_collection: [{ type: 'local', namespace: 'UICollector', reset: false }],
      action: [
        { type: 'http', host: 'localhost', port: 8000, path: '/mcp', headers: {}, reset: false },
        {
          type: 'stdio',
          namespace: 'Own',
          command: 'python',
          start_args: [],
          env: {},
          cwd: '.',
          era: 'legacy',
          reset: false,
        },
      ],
      timeouts: {},
    });
    expect(word).toEqual({ data_collection: [], action: [], timeout: 60, timeouts: { save_as: 600 } });
  });

  it('shares servers by anchors', () => {
    const { config } = parse(`
Base: &base
  default: { action: [{ type: local, namespace: AppUIExecutor }] }
Other:
  <<: *base
`);
    expect(config['Other']).toEqual(config['Base']);
  });

  it('puts in variables', () => {
    const text = `
A:
  default:
    action:
      - type: http
        port: "\${PORT}"
        path: \${PATH_PART:-/mcp}
        headers: { Authorization: "Bearer \${TOKEN}", Plain: "$\${TOKEN}" }
`;
    expect(parse(text, { PORT: '8123', TOKEN: 'secret' }).config['A']!['default']!.action[0]).toMatchObject({
      port: 8123,
      path: '/mcp',
      headers: { Authorization: 'Bearer secret', Plain: '${TOKEN}' },
    });
    expect(refusal(text)).toBe(
      [
        'mcp.yaml:6:9: The variable PORT is not set. Set it, or write ${PORT:-value}.',
        'mcp.yaml:8:20: The variable TOKEN is not set. Set it, or write ${TOKEN:-value}.',
      ].join('\n'),
    );
  });

  it('gives servers nothing of Deskscope’s own', () => {
    const text = 'A:\n  default:\n    action:\n      - { type: stdio, command: x, env: { X: "${DESKSCOPE_TOKEN}" } }';
    const own = { DESKSCOPE_TOKEN: 'the token of the person' };
    expect(refusal(text, own)).toMatch(/DESKSCOPE_TOKEN is Deskscope’s own, and no server’s/);
    expect(refusal(text, own)).not.toContain('the token of the person');
  });
});

it('reads the flat shape, for every agent', () => {
  const { config, warnings } = parse(`
data_collection_servers:
  - namespace: UICollector
    type: local
    module: ufo.client.mcp.local_servers.ui_server
action_servers: []
`);
  expect(config['*']!['default']).toMatchObject({ data_collection: [{ namespace: 'UICollector' }], action: [] });
  expect(warnings).toEqual([]);
});

it('reports unknown keys with the one that was probably meant', () => {
  const { config, warnings } = parse(`
AppAgent:
  default:
    data_colection: []
    action:
      - type: stdio
        namespace: Own
        start_arg: [a]
      - type: http
        hots: x
        zebra: 1
`);
  expect(config['AppAgent']!['default']!.action).toHaveLength(2);
  expect(warnings).toEqual([
    'mcp.yaml:4:5: “data_colection” means nothing here, so it is ignored. Did you mean data_collection?',
    'mcp.yaml:8:9: “start_arg” means nothing here, so it is ignored. Did you mean start_args?',
    'mcp.yaml:10:9: “hots” means nothing here, so it is ignored. Did you mean host?',
    'mcp.yaml:11:9: “zebra” means nothing here, so it is ignored. There are type, reset, namespace, effect, host, port, path, url, headers.',
  ]);
});

it.each([
  ['A: [', /^mcp\.yaml:1:\d+: This is not YAML: .* Mend it there or just before\.$/],
  ['A: 1\nA: 2', /^mcp\.yaml:2:1: This is not YAML: Map keys must be unique\./],
  ['- a', /^mcp\.yaml:1:1: The file must be a mapping, not a list\. Change it\.$/],
  ['A:', /^mcp\.yaml:1:1: “A” must be a mapping, not nothing\. Change it\.$/],
  [
    'A:\n  default:\n    action:\n      - namespace: X\n        type: htpp',
    /^mcp\.yaml:5:9: Unsupported server type: htpp\. Did you mean http\?$/,
  ],
  ['A:\n  default:\n    action:\n      - namespace: X', /“type” is missing\. Write “type: local”/],
  ['A:\n  default:\n    action:\n      - type: local', /^mcp\.yaml:4:9: “namespace” is missing\. Add it: text\.$/],
  [
    'A:\n  action:\n    - { type: http }',
    /^mcp\.yaml:2:3: “action” stands one level too high\. Put it under “A: default:”\.$/,
  ],
  ['A:\n  default:\n    timeout: soon', /^mcp\.yaml:3:5: “timeout” must be a number, not text\. Change it\.$/],
  [
    'A:\n  default:\n    action:\n      - type: stdio\n        era: old',
    /^mcp\.yaml:5:9: “era” cannot be “old”\. Use legacy or modern\.$/,
  ],
  ['A:\n  default:\n    action:\n      - type: http\n        port: 70000', /^mcp\.yaml:5:9: “port”: Too big/],
  ['A:\n  default:\n    action:\n      - type: http\n        url: ftp://x', /^mcp\.yaml:5:9: “url”: /],
])('reports where and what in %j', (text, message) => expect(refusal(text)).toMatch(message));

it('refuses aliases that multiply, or lead into themselves', () => {
  const bomb = ['a: &a [x, x, x, x, x, x, x, x, x, x]'];
  for (const [from, to] of ['ab', 'bc', 'cd', 'de']) {
    bomb.push(`${to}: &${to} [${Array(10).fill(`*${from}`).join(', ')}]`);
  }
  expect(refusal(bomb.join('\n'))).toContain('Write it out instead.');
  expect(refusal('A: &a { default: *a }')).toContain('Write it out instead.');
});

it('is what its document reports', () => {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../../docs/computer.md'), 'utf8');
  const example = /```yaml\n(.*?)```/s.exec(text)![1]!;
  expect(parse(example, { OFFICE_TOKEN: 'x', DISPLAY: ':0' }).warnings).toEqual([]);
  const table = text.slice(text.indexOf('| Key'), text.indexOf('`${NAME}`'));
  const documented = [...table.matchAll(/^\| (.*?) {2,}\|/gm)].flatMap(
    ([, keys]) => keys!.match(/(?<=`)\w+(?=`)/g) ?? [],
  );
  const { computer, local, http, stdio } = knownKeys;
  const known = new Set([...computer, ...local, ...http, ...stdio]);
  expect([...documented, 'data_collection', 'action'].sort()).toEqual([...known].sort());
});

it('takes settings by UFO’s names, which may be beside the agents or alone', () => {
  const beside = parse('MAXIMIZE_WINDOW: True\nA:\n  default:\n    action: []\n');
  expect(beside).toMatchObject({ settings: { maximizeWindow: true }, warnings: [] });
  expect(Object.keys(beside.config)).toEqual(['A']);
  expect(parse('SHOW_VISUAL_OUTLINE_ON_SCREEN: false')).toMatchObject({
    config: {},
    warnings: [],
    settings: { showOutline: false },
  });
  expect(parse('MAXIMIZE_WINDOW: true\naction_servers: []').settings).toEqual({ maximizeWindow: true });
  expect(refusal('A:\n  default: {}\nMAXIMIZE_WINDOW: perhaps')).toBe(
    'mcp.yaml:3:1: “MAXIMIZE_WINDOW” must be true or false, not text. Change it.',
  );
});

it('ships a default for UFO’s two agents', () => {
  expect(Object.keys(defaultConfig())).toEqual(['HostAgent', 'AppAgent']);
});

it('reports nothing of what UFO’s own file has at every server, and reports alike mistakes once', () => {
  const server = (name: string, more = '') =>
    `      - {namespace: ${name}, type: local, start_args: [], reset: false${more}}\n`;
  const file = (more = '') =>
    ['HostAgent', 'AppAgent']
      .map(
        (agent) =>
          `${agent}:\n  default:\n    action:\n${server('AppUIExecutor', more)}${server('CommandLineExecutor', more)}`,
      )
      .join('');
  const options = { file: 'mcp.yaml', variables: {} };
  expect(parseConfig(file(), options).warnings).toEqual([]);
  expect(parseConfig(file(', start_arg: [x]'), options).warnings).toEqual([
    expect.stringMatching(/^mcp\.yaml:4:\d+: “start_arg” means nothing here.* So at 3 more places\.$/),
  ]);
  expect(parseConfig(file().replaceAll('[]', '[--x]'), options).warnings).toHaveLength(1);
});
