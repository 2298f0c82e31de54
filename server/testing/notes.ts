// Shared by the tests of notes: the calls of the owner who writes them.
import type { Specialty } from '#core/agencies/specialty.ts';
import type { Agent } from '#core/agents/agent.ts';
import { InformationNote, listInformationNoteReaders } from '#core/notes/note.ts';
import type { Service } from '#core/planning/service.ts';
import type { Site } from '#core/sites/site.ts';
import { type Answer, type AnyRow, endpointOf } from './client.ts';
import type { Person, PersonName } from './people.ts';
import type { World } from './world.ts';

type Saved = typeof InformationNote | typeof Agent | typeof Service | typeof Site | typeof Specialty;

export function writerOf({ as }: World) {
  const saved = async (of: Saved, draft: object): Promise<AnyRow> =>
    ((await as('owner').call(endpointOf(of, 'save'), { mount: 'agency', input: draft })) as Record<string, AnyRow>)[
      of.name
    ] as AnyRow;
  const move = async (id: string, type: string): Promise<AnyRow> =>
    (
      (await as('owner').call(endpointOf(InformationNote, 'act'), { params: { id, type } })) as {
        informationNote: AnyRow;
      }
    ).informationNote;
  return {
    saved,
    move,
    published: async (draft: object = {}): Promise<AnyRow> => {
      const { id } = await saved(InformationNote, { title: 'Tenue', notifyByEmail: false, ...draft });
      return move(id, 'publish');
    },
    read: (who: PersonName | Person, id: string): Promise<Answer> =>
      as(who).answer(endpointOf(InformationNote, 'read'), { params: { id } }),
    readersOf: async (id: string): Promise<string[]> =>
      (await as('owner').call(listInformationNoteReaders, { params: { id } })).readers.map(({ fullname }) => fullname),
  };
}
