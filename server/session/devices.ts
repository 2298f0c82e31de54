// The devices a person registered.
import { messages, Problem } from '#core/kernel/problem.ts';
import { type Device, listDevices, registerDevice, removeDevice } from '#core/session/session.ts';
import { writePlatformAudit } from '#server/kernel/audit.ts';
import { type Caller, type Handler, handle } from '#server/kernel/call.ts';
import { isUuid, uuidv7 } from '#server/kernel/uuid.ts';

interface DeviceRow {
  id: string;
  device_infos: string | null;
  browser_name: string | null;
  browser_version: string | null;
  created_at: Date;
  last_seen_at: Date;
}

const columns = 'id, device_infos, browser_name, browser_version, created_at, last_seen_at';

const deviceOf = (row: DeviceRow): Device => ({
  id: row.id,
  deviceInfos: row.device_infos,
  browserName: row.browser_name,
  browserVersion: row.browser_version,
  createdAt: row.created_at.toISOString(),
  lastSeenAt: row.last_seen_at.toISOString(),
});

/** More devices than anybody has: the oldest are forgotten. */
const most = 50;

export const deviceHandlers: Handler[] = [
  handle(listDevices, async ({ db }) => {
    const rows = await db.query<DeviceRow>({
      text: `select ${columns} from user_devices order by last_seen_at desc, id`,
    });
    return { devices: rows.map(deviceOf) };
  }),

  handle(registerDevice, async (call) => {
    const { db, input, now } = call;
    const { userId } = call.caller as Caller;
    // The same token again is the same device.
    const [row] = await db.query<DeviceRow & { is_new: boolean }>({
      text: `insert into user_devices (id, user_id, token, device_infos, browser_name, browser_version, created_at, last_seen_at)
        values ($1, $2, $3, $4, $5, $6, $7, $7)
        on conflict (user_id, token) do update set device_infos = excluded.device_infos, browser_name = excluded.browser_name,
          browser_version = excluded.browser_version, last_seen_at = excluded.last_seen_at
        returning ${columns}, id = $1 as is_new`,
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
    const device = row as DeviceRow & { is_new: boolean };
    if (device.is_new) {
      await db.query({
        text: 'delete from user_devices where id in (select id from user_devices order by last_seen_at desc, id desc offset $1)',
        values: [most],
      });
      await writePlatformAudit(db, call, { entity: 'device', id: device.id, action: 'create' });
    }
    return { device: deviceOf(device) };
  }),

  handle(removeDevice, async (call) => {
    const { db, params } = call;
    const removed = isUuid(params.id)
      ? await db.query({ text: 'delete from user_devices where id = $1 returning id', values: [params.id] })
      : [];
    if (removed.length === 0) throw new Problem('missing', messages.missing);
    await writePlatformAudit(db, call, { entity: 'device', id: params.id, action: 'delete' });
  }),
];
