import { type Endpoint, type Mount, prefixes } from '#core/kernel/endpoint.ts';

/** `values`: also those of the mount's prefix. */
export function pathWith(endpoint: Endpoint, mount: Mount, values: Record<string, string>): string {
  return (prefixes[mount] + endpoint.path).replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${endpoint.name}: ${name} is missing`);
    return encodeURIComponent(value);
  });
}
