// Valid requests of the calls of documents.
import { entityNamed } from '#core/entities.ts';
import { uploadFiles } from '#core/files/files.ts';
import { multipart, pdf } from './files.ts';
import type { Line, Setting } from './requests.ts';
import type { rowOf } from './rows.ts';

/** A PDF that the caller sent. */
async function sourceOf({ world, person, where, client }: Setting): Promise<{ id: string }> {
  const sender = where === 'foreign' ? world.people.foreignOwner : (person ?? world.people.owner);
  const { agency, otherAgency } = world;
  const params = { agencyId: (where === 'foreign' ? otherAgency : agency).id };
  const sent = {
    ...multipart({ name: 'bulletins.pdf', content: pdf('Bulletin Agent Test') }),
    mount: 'agency' as const,
    params,
  };
  const { file } = await (where === 'own' ? (client ?? world.as(sender)) : world.as(sender)).call(uploadFiles, sent);
  return { id: file.id };
}

export function documentLines(row: typeof rowOf): Record<string, Line> {
  const document = (setting: Setting): Promise<string> => row(entityNamed('document'), setting);
  const ofOne: Line = { of: 'document', request: async (setting) => ({ params: { id: await document(setting) } }) };
  return {
    'remove:document': ofOne,
    'download:document': { ...ofOne, status: 200 },
    'zip:document': {
      of: 'document',
      status: 200,
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
          parts: [{ from: 1, to: 1, agent: { id: setting.world.people.agent.profile?.id } }],
          again: true,
        },
      }),
    },
    'readers:document': ofOne,
    'sendOwn:document': {
      of: 'document',
      request: async (setting) => {
        const own = setting.person ?? setting.world.people.agent;
        const [row] = await setting.world.sql<{ email: string }>('select email from agents where id = $1', [
          own.profile?.id,
        ]);
        return { input: { ids: [await document(setting)], to: [row?.email ?? 'a@b.fr'] } };
      },
    },
  };
}
