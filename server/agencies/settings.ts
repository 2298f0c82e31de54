// The agency's own record: read and changed field by field.
import { type AgencyFields, type AgencySettings, readAgency, saveAgency } from '#core/agencies/settings.ts';
import { messages, Problem } from '#core/kernel/problem.ts';
import type { Db } from '#server/db/database.ts';
import { changesBetween, writeAudit } from '#server/kernel/audit.ts';
import { type Handler, handle } from '#server/kernel/call.ts';

/** A column that stands here also needs the grant of db/migrations/0016-agency-numbering.sql. */
const columns: Record<keyof AgencyFields, string> = { customerNumberPrefix: 'customer_number_prefix' };

const shown = Object.entries(columns)
  .map(([field, column]) => `'${field}', ${column}`)
  .join(', ');

async function settingsOf(db: Db, locked: boolean): Promise<AgencySettings> {
  const [row] = await db.query<{ agency: AgencySettings }>({
    name: `agency-settings${locked ? '-locked' : ''}`,
    text: `select json_build_object('id', id, 'version', version, ${shown}) as agency from agencies
      where id = app_agency()${locked ? ' for update' : ''}`,
  });
  if (!row) throw new Problem('missing', 'Agence introuvable');
  return row.agency;
}

export const agencySettingHandlers: Handler[] = [
  handle(readAgency, async ({ db }) => ({ agency: await settingsOf(db, false) })),

  handle(saveAgency, async (call) => {
    const { version, ...draft } = call.input;
    const before = await settingsOf(call.db, true);
    if (version !== undefined && version !== before.version)
      throw new Problem('conflict', messages.conflict, { current: { agency: before } });
    const changes = changesBetween({ ...before }, { ...before, ...draft }, new Set());
    const names = Object.keys(changes) as (keyof AgencyFields)[];
    // The same again is no change: neither a new version nor a line of history.
    if (names.length === 0) return { agency: before };
    await call.db.query({
      text: `update agencies set ${names.map((name, index) => `${columns[name]} = $${index + 1}`).join(', ')}, version = version + 1
        where id = app_agency()`,
      values: names.map((name) => draft[name]),
    });
    await writeAudit(call.db, call, { entity: 'agency', id: before.id, action: 'edit', changes });
    return { agency: await settingsOf(call.db, false) };
  }),
];
