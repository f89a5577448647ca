import { unzipSync, strFromU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildBundle } from './bundle.ts';

const bridge = new TextEncoder().encode('console.log(1)');

/** Manifest 0.3 as `mcpb validate` 2.1.2 reads it, limited to the fields we use; it refuses unknown ones. */
const config = {
  command: z.string(),
  args: z.array(z.string()).optional(),
  env: z.record(z.string(), z.string()).optional(),
};
const manifest = z.strictObject({
  manifest_version: z.literal('0.3'),
  name: z.string(),
  display_name: z.string(),
  version: z.string(),
  description: z.string(),
  long_description: z.string(),
  author: z.strictObject({ name: z.string() }),
  license: z.string(),
  keywords: z.array(z.string()),
  server: z.strictObject({
    type: z.enum(['python', 'node', 'binary']),
    entry_point: z.string(),
    mcp_config: z.strictObject({
      ...config,
      platform_overrides: z.record(z.string(), z.strictObject(config).partial()).optional(),
    }),
  }),
  tools_generated: z.boolean(),
  compatibility: z.strictObject({ runtimes: z.strictObject({ node: z.string() }) }),
});

function unpack(bundle: Uint8Array) {
  const files = unzipSync(bundle);
  return { files, manifest: manifest.parse(JSON.parse(strFromU8(files['manifest.json']!))) };
}

describe('the bundle', () => {
  it('holds the bridge and a manifest that clients take', () => {
    const { files, manifest } = unpack(buildBundle({ bridge, version: '1.2.3', endpointFile: '/home/ada/e.json' }));
    expect(Object.keys(files).sort()).toEqual(['manifest.json', 'server/bridge.js']);
    expect(files[manifest.server.entry_point]).toEqual(bridge);
    expect(manifest.version).toBe('1.2.3');
    expect(manifest.server.mcp_config.args).toEqual(['${__dirname}/server/bridge.js', '/home/ada/e.json', 'bundle']);
  });

  it('for anyone names the usual place on each system', () => {
    const { server } = unpack(buildBundle({ bridge, version: '1.2.3', endpointFile: null })).manifest;
    const { args, platform_overrides: elsewhere = {} } = server.mcp_config;
    for (const of of [args, ...Object.values(elsewhere).map((one) => one.args)]) expect(of?.at(-1)).toBe('bundle');
    expect(args?.[1]).toBe('${HOME}/.config/deskscope/mcp-endpoint.json');
    expect(server.mcp_config.platform_overrides?.['win32']?.args?.[1]).toContain('AppData/Roaming/deskscope');
  });

  it('is the same for the same content', () => {
    const parts = { bridge, version: '1.2.3', endpointFile: null };
    expect(buildBundle(parts)).toEqual(buildBundle(parts));
  });
});
