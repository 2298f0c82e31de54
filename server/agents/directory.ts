// The directory (F-056): names for everybody who may open it, phones by their own right.
import { type DirectoryPerson, fetchDirectory } from '#core/agents/directory.ts';
import { activeStatus, can } from '#core/roles.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';

/** People of one agency: more are found by the list of the desk. */
const most = 2_000;

/** An agent sees no other agent's row: read for the whole agency, these columns alone. */
export function readDirectory({
  asker,
  context,
  services,
}: Pick<Call, 'asker' | 'context' | 'services'>): Promise<DirectoryPerson[]> {
  return services.database.read<DirectoryPerson>(
    { ...context, agent: null, customer: null },
    {
      name: 'directory',
      text: `select id, fullname as name, position, case when $1 then coalesce(phone, '{}') else '{}' end as phones
        from agents where agency_id = app_agency() and status = ${activeStatus} and type <> 'NOMINEE' order by lastname collate "fr-x-icu", firstname collate "fr-x-icu", id limit ${most}`,
      values: [can(asker, ['readAgentPhone'])],
    },
  );
}

export const directoryHandlers: Handler[] = [
  handle(fetchDirectory, async (call) => ({ people: await readDirectory(call) })),
];
