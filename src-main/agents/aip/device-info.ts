import os from 'node:os';

const gigabyte = 1024 ** 3;
const platforms: Readonly<Partial<Record<NodeJS.Platform, string>>> = { win32: 'windows' };

/** `windows`, `linux`, …, as UFO names them. */
export function platformName(): string {
  return platforms[process.platform] ?? process.platform;
}

/** What a server tells its users of a device: UFO's `DeviceSystemInfo`, `ufo/client/device_info_provider.py`. */
export function deviceInfo(name: string): Readonly<Record<string, unknown>> {
  const addresses = Object.values(os.networkInterfaces()).flatMap((all) => all ?? []);
  return {
    device_id: name,
    platform: platformName(),
    os_version: os.version(),
    cpu_count: os.cpus().length,
    memory_total_gb: Math.round((os.totalmem() / gigabyte) * 100) / 100,
    hostname: os.hostname(),
    ip_address: addresses.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? 'unknown',
    supported_features: ['gui', `${platformName()}_apps`],
    platform_type: 'computer',
    schema_version: '1.0',
    custom_metadata: {},
  };
}
