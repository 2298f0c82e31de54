// GET version: the running version and its maintenance.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainMessage, stateOf } from '#core/session/maintenance.ts';
import { readVersion } from '#core/session/version.ts';
import { type Handler, handle } from '#server/kernel/call.ts';

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  version: string;
};

export const versionHandlers: Handler[] = [
  handle(readVersion, async ({ services, now }) => {
    const planned = await services.maintenance.planned(now);
    const maintenance = planned !== null && stateOf(planned, now) === 'begun';
    const { rows } = await services.database.platform.query<{ value: unknown }>({
      name: 'version-settings',
      text: `select value from platform_settings where key = 'ptiModalPermissions'`,
    });
    return {
      version,
      maintenance,
      message: maintenance ? plainMessage(planned) : null,
      planned,
      ptiModalPermissions: rows[0]?.value === true,
    };
  }),
];
