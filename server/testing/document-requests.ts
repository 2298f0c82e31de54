// Valid requests of the calls of documents.
import { entityNamed } from '#core/entities.ts';
import type { Line, Setting } from './requests.ts';
import type { rowOf } from './rows.ts';

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
