// Valid requests of the calls of documents.
import { entityNamed } from '#core/entities.ts';
import { uploadFiles } from '#core/files/files.ts';
import { multipart, pdf } from './files.ts';
import type { Line, Setting } from './requests.ts';
import type { rowOf } from './rows.ts';

/** A PDF that the caller sent, whether or not his path lets him send one. */
async function sourceOf({ world, person, where, client }: Setting): Promise<{ id: string }> {
  const isForeign = where === 'foreign';
  const params = { agencyId: (isForeign ? world.otherAgency : world.agency).id };
  const sent = { ...multipart({ name: 'bulletins.pdf', content: pdf('Bulletin Agent Test') }), params };
  const platform = person && person.profile === null ? world.as(person) : null;
  const sender = client ?? platform ?? world.as(isForeign ? 'foreignOwner' : 'owner');
  const upload = { ...sent, mount: 'agency' as const };
  // Staff who act for somebody outside this path send nothing either.
  const { file } = await sender
    .call(uploadFiles, upload)
    .catch(() => world.as(isForeign ? 'foreignOwner' : 'owner').call(uploadFiles, upload));
  if (isForeign || client || platform || !person) return { id: file.id };
  const [own] = await world.sql<{ id: string }>(
    `insert into files (agency_id, id, name, mime_type, size, hash, uploaded_by)
      select agency_id, gen_random_uuid(), gen_random_uuid() || '.pdf', mime_type, size, hash, $2 from files where id = $1 returning id`,
    [file.id, person.id],
  );
  return { id: own?.id as string };
}

export function documentLines(row: typeof rowOf): Record<string, Line> {
  const document = (setting: Setting): Promise<string> => row(entityNamed('document'), setting);
  const ofOne: Line = { of: 'document', request: async (setting) => ({ params: { id: await document(setting) } }) };
  const variants = (prefix: string, find: (setting: Setting) => Promise<string>): Record<string, Line> => {
    const one: Line = { of: 'document', request: async (setting) => ({ params: { id: await find(setting) } }) };
    const several: Line['request'] = async (setting) => ({ input: { ids: [await find(setting)] } });
    return {
      [`save:document:${prefix}`]: {
        of: 'document',
        request: async (setting) => ({ input: { id: await find(setting), name: 'Renommé' } }),
      },
      [`list:document:${prefix}`]: { request: () => ({ input: { limit: 1 } }) },
      [`download:document:${prefix}`]: { ...one, status: 200 },
      [`zip:document:${prefix}`]: { of: 'document', status: 200, request: several },
      [`remove:document:${prefix}`]: one,
    };
  };
  /** Of somebody of the row's own agency. */
  const under =
    (target: 'AGENT' | 'CUSTOMER') =>
    async (setting: Setting): Promise<string> => {
      const id = await document({ ...setting, fresh: true });
      const [own, none] = target === 'AGENT' ? ['agent', 'customer'] : ['customer', 'agent'];
      await setting.world.sql(
        `update documents d set target = $2, ${none}_id = null, ${own}_id = (select o.id from ${own}s o where o.agency_id = d.agency_id order by o.id limit 1) where d.id = $1`,
        [id, target],
      );
      return id;
    };
  return {
    ...variants('agents', under('AGENT')),
    ...variants('customers', under('CUSTOMER')),
    'remove:document': ofOne,
    'download:document': { ...ofOne, status: 200 },
    'zip:document': {
      of: 'document',
      status: 200,
      request: async (setting) => ({ input: { ids: [await document(setting)] } }),
    },
    'open:document': {
      of: 'document',
      request: async (setting) => ({ input: { ids: [await document(setting)] } }),
    },
    markDocumentRead: ofOne,
    readDocumentBatch: {
      others: ['foreign'],
      request: async (setting) => ({ input: { file: await sourceOf(setting) } }),
    },
    handOutDocuments: {
      others: ['foreign'],
      request: async (setting) => ({
        input: {
          file: await sourceOf(setting),
          name: 'Bulletin',
          parts: [
            {
              from: 1,
              to: 1,
              agent: { id: setting.world.people[setting.where === 'foreign' ? 'foreignAgent' : 'agent'].profile?.id },
            },
          ],
          again: true,
        },
      }),
    },
    'readers:document': ofOne,
    'sendOwn:document': {
      of: 'document',
      request: async (setting) => {
        const id = await document(setting);
        if (setting.mount === 'customer') {
          const own = setting.person ?? setting.world.people.customer;
          const [contact] = await setting.world.sql<{ email: string }>(
            `update contacts set email = coalesce(email, id || '@client.example') where user_id = $1 returning lower(email) as email`,
            [own.id],
          );
          return { input: { ids: [id], to: [contact?.email ?? 'a@b.fr'] } };
        }
        const own = setting.person ?? setting.world.people.agent;
        const [row] = await setting.world.sql<{ email: string }>('select email from agents where id = $1', [
          own.profile?.id,
        ]);
        return { input: { ids: [id], to: [row?.email ?? 'a@b.fr'] } };
      },
    },
  };
}
