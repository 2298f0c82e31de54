// The devices a person registered.
import { messages, Problem } from '#core/kernel/problem.ts';
import { type Device, disconnectDevice, listDevices, registerDevice, removeDevice } from '#core/session/devices.ts';
import type { Db } from '#server/db/database.ts';
import { writePlatformAudit } from '#server/kernel/audit.ts';
import { type Call, type Caller, type Handler, handle } from '#server/kernel/call.ts';
import { isUuid, uuidv7 } from '#server/kernel/uuid.ts';
import { confirmedPassword } from './proof.ts';
import { sessionEnd } from './sessions.ts';

interface DeviceRow {
  id: string;
  registered: boolean;
  device_infos: string | null;
  browser_name: string | null;
  browser_version: string | null;
  created_at: Date;
  last_seen_at: Date;
  connected: boolean;
  current: boolean;
}

/** A device counts as in use while it renews its tokens; `$1` is the session of the caller. */
const listed = `select d.id, true as registered, d.device_infos, d.browser_name, d.browser_version, d.created_at,
    greatest(d.last_seen_at, s.seen_at) as last_seen_at, coalesce(s.connected, false) as connected, coalesce(s.current, false) as current
  from user_devices d left join lateral (
    select max(s.rotated_at) as seen_at, bool_or(s.ended_at is null and ${sessionEnd} > $2) as connected, bool_or(s.id = $1) as current
    from sessions s where s.device_id = d.id
  ) s on true`;

/** A program, or a browser whose registration failed: its session stands for the device. */
const unregistered = `select s.id, false, null, null, null, s.created_at, s.rotated_at, true, s.id = $1
  from sessions s where s.device_id is null and s.ended_at is null and ${sessionEnd} > $2`;

const deviceOf = (row: DeviceRow): Device => ({
  id: row.id,
  registered: row.registered,
  deviceInfos: row.device_infos,
  browserName: row.browser_name,
  browserVersion: row.browser_version,
  createdAt: row.created_at.toISOString(),
  lastSeenAt: row.last_seen_at.toISOString(),
  connected: row.connected,
  current: row.current,
});

/** More than anybody has; beyond this the oldest devices are removed. */
const most = 50;

/** Removes devices and ends their sessions. */
async function removeDevices(db: Db, now: Date, ids: readonly string[]): Promise<void> {
  await db.query({
    text: 'update sessions set ended_at = $2 where device_id = any ($1) and ended_at is null',
    values: [ids, now],
  });
  await db.query({ text: 'delete from user_devices where id = any ($1)', values: [ids] });
}

async function ownDevice({ db, caller, now }: Call, id: string): Promise<DeviceRow> {
  if (!isUuid(id)) throw new Problem('missing', messages.missing);
  const [device] = await db.query<DeviceRow>({
    text: `select * from (${listed} union all ${unregistered}) o where o.id = $3`,
    values: [(caller as Caller).sessionId, now, id],
  });
  if (!device) throw new Problem('missing', messages.missing);
  return device;
}

async function remove(call: Call, { id, registered }: DeviceRow): Promise<void> {
  const { db, now } = call;
  if (registered) await removeDevices(db, now, [id]);
  else await db.query({ text: 'update sessions set ended_at = $2 where id = $1', values: [id, now] });
  await writePlatformAudit(
    db,
    call,
    registered ? { entity: 'device', id, action: 'delete' } : { entity: 'session', id, action: 'signOut' },
  );
}

export const deviceHandlers: Handler[] = [
  handle(listDevices, async ({ db, caller, now }) => {
    const rows = await db.query<DeviceRow>({
      text: `${listed} union all ${unregistered} order by last_seen_at desc, id`,
      values: [(caller as Caller).sessionId, now],
    });
    return { devices: rows.map(deviceOf) };
  }),

  handle(registerDevice, async (call) => {
    const { db, input, now } = call;
    const { userId, sessionId } = call.caller as Caller;
    // The same token is the same device.
    const [row] = await db.query<{ id: string; is_new: boolean }>({
      text: `insert into user_devices (id, user_id, token, device_infos, browser_name, browser_version, created_at, last_seen_at)
        values ($1, $2, $3, $4, $5, $6, $7, $7)
        on conflict (user_id, token) do update set device_infos = excluded.device_infos, browser_name = excluded.browser_name,
          browser_version = excluded.browser_version, last_seen_at = excluded.last_seen_at
        returning id, id = $1 as is_new`,
      values: [
        uuidv7(now.getTime()),
        userId,
        input.token,
        input.deviceInfos ?? null,
        input.browserName ?? null,
        input.browserVersion ?? null,
        now,
      ],
    });
    const { id, is_new } = row as { id: string; is_new: boolean };
    await db.query({ text: 'update sessions set device_id = $2 where id = $1', values: [sessionId, id] });
    if (is_new) {
      const old = await db.query<{ id: string }>({
        text: 'select id from user_devices order by last_seen_at desc, id desc offset $1',
        values: [most],
      });
      if (old.length > 0)
        await removeDevices(
          db,
          now,
          old.map((device) => device.id),
        );
      await writePlatformAudit(db, call, { entity: 'device', id, action: 'create' });
    }
    const [device] = await db.query<DeviceRow>({ text: `${listed} where d.id = $3`, values: [sessionId, now, id] });
    return { device: deviceOf(device as DeviceRow) };
  }),

  handle(removeDevice, async (call) => {
    const device = await ownDevice(call, call.params.id);
    if (device.connected && !device.current)
      throw new Problem('conflict', 'Cet appareil est connecté : saisissez votre mot de passe pour le déconnecter.');
    await remove(call, device);
  }),

  handle(disconnectDevice, async (call) => {
    await confirmedPassword(call, call.input);
    await remove(call, await ownDevice(call, call.params.id));
  }),
];
