// The devices from which a user signs in.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { currentPassword, typedCode } from './credentials.ts';

const device = z.strictObject({
  id: z.uuid(),
  /** False: an open session that registered no device; the id is the session's. */
  registered: z.boolean(),
  deviceInfos: z.string().nullable(),
  browserName: z.string().nullable(),
  browserVersion: z.string().nullable(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  /** This device has an open session. */
  connected: z.boolean(),
  /** The calling session belongs to this device. */
  current: z.boolean(),
});
export type Device = z.output<typeof device>;

export const listDevices = endpoint({
  name: 'listDevices',
  method: 'GET',
  path: '/user/devices',
  mounts: { root: 'signedIn' },
  summary: 'Ses appareils',
  output: z.strictObject({ devices: z.array(device) }),
});

export const registerDevice = endpoint({
  name: 'registerDevice',
  method: 'POST',
  path: '/user/device',
  mounts: { root: 'signedIn' },
  summary: 'Enregistrer un appareil',
  input: z.strictObject({
    token: z.string().min(1).max(500),
    deviceInfos: z.string().max(500).nullish(),
    browserName: z.string().max(100).nullish(),
    browserVersion: z.string().max(100).nullish(),
  }),
  output: z.strictObject({ device }),
});

const params = z.strictObject({ id: z.string() });

export const removeDevice = endpoint({
  name: 'removeDevice',
  method: 'DELETE',
  path: '/user/device/{id}',
  mounts: { root: 'signedIn' },
  summary: 'Retirer cet appareil-ci, ou un appareil déconnecté',
  params,
});

/** By POST, because a DELETE should have no body (ASVS V7.5.2). */
export const disconnectDevice = endpoint({
  name: 'disconnectDevice',
  method: 'POST',
  path: '/user/device/{id}/disconnect',
  repeatable: true,
  mounts: { root: 'signedIn' },
  summary: 'Retirer un appareil connecté ; ses sessions prennent fin',
  params,
  input: z.strictObject({ password: currentPassword, code: typedCode.optional() }),
});
