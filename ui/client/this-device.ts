// How this browser appears in the user's list of devices.

import type { Input } from '#core/kernel/endpoint.ts';
import type { registerDevice } from '#core/session/devices.ts';
import { actKey } from './call.ts';
import { recall, remember } from './device.ts';

// The order matters: Edge and Opera also contain "Chrome", Chrome also contains "Safari".
const browsers: readonly [name: string, pattern: RegExp][] = [
  ['Edge', /Edg(?:A|iOS)?\/([\d.]+)/],
  ['Opera', /OPR\/([\d.]+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /(?:Chrome|CriOS)\/([\d.]+)/],
  ['Safari', /Version\/([\d.]+).*Safari/],
];

const systems: readonly [name: string, pattern: RegExp][] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
];

export function describeBrowser(agent: string): {
  browserName: string | null;
  browserVersion: string | null;
  deviceInfos: string | null;
} {
  for (const [browserName, pattern] of browsers) {
    const version = pattern.exec(agent)?.[1];
    if (version) return { browserName, browserVersion: version, deviceInfos: systemOf(agent) };
  }
  return { browserName: null, browserVersion: null, deviceInfos: systemOf(agent) };
}

const systemOf = (agent: string): string | null => systems.find(([, pattern]) => pattern.test(agent))?.[0] ?? null;

const place = 'device';

/** Created once and stored, so that a device is not listed twice. */
export function thisDevice(): Input<typeof registerDevice> {
  const token = recall(place) ?? actKey();
  remember(place, token);
  return { token, ...describeBrowser(navigator.userAgent) };
}
