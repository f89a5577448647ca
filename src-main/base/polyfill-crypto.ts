import { webcrypto } from 'node:crypto';

// Node 18 has no global `crypto`, and the MCP SDK's HTTP transport calls it. Import this before the SDK runs.
if (!('crypto' in globalThis)) Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
