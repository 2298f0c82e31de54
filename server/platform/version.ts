// GET version: the running version and its maintenance.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readVersion } from '#core/session/version.ts';
import { type Handler, handle } from '#server/kernel/call.ts';

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  version: string;
};

/** platform_settings, key « maintenance »; an absent bound is open. */
interface Maintenance {
  message: string | null;
  startAt: string | null;
  endAt: string | null;
}

export const versionHandlers: Handler[] = [
  handle(readVersion, async ({ services, now }) => {
    const { rows } = await services.database.platform.query<{ key: string; value: unknown }>({
      name: 'version-settings',
      text: `select key, value from platform_settings where key in ('maintenance', 'ptiModalPermissions')`,
    });
    const settings = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
    const planned = (settings.maintenance ?? null) as Partial<Maintenance> | null;
    const maintenance =
      planned !== null &&
      !(planned.startAt && new Date(planned.startAt) > now) &&
      !(planned.endAt && new Date(planned.endAt) <= now);
    return {
      version,
      maintenance,
      message: maintenance ? (planned.message ?? null) : null,
      ptiModalPermissions: settings.ptiModalPermissions === true,
    };
  }),
];
