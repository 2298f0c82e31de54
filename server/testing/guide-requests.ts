// Valid requests of the platform's communication.
import { randomUUID } from 'node:crypto';
import { platformAgencyId } from '#core/kernel/platform.ts';
import { multipart, smallPng } from './files.ts';
import type { Line, Setting } from './requests.ts';

export async function videoOf({ world }: Pick<Setting, 'world'>): Promise<string> {
  const id = randomUUID();
  await world.sql(
    `insert into tutorial_videos (agency_id, id, title, description) values ($1, $2, 'Premiers pas', 'Se connecter')`,
    [platformAgencyId, id],
  );
  return id;
}

export async function feedbackOf({ world }: Pick<Setting, 'world'>): Promise<string> {
  const id = randomUUID();
  await world.sql(
    `insert into feedbacks (agency_id, id, sender_id, agency_name, user_id, author, message) values ($1, $2, $3, 'Azur', $4, 'Ada Roux', 'Un calendrier plus grand')`,
    [platformAgencyId, id, world.agency.id, world.people.owner.id],
  );
  return id;
}

/** The version of a content: a save names it. */
const versionOf = async ({ world }: Setting, kind: string): Promise<number> => {
  const [found] = await world.sql<{ version: number }>('select version from guides where kind = $1', [kind]);
  return found?.version ?? 0;
};

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

export const guideLines: Record<string, Line> = {
  saveTutorials: {
    request: async (setting) => ({ input: { tutorials: [], version: await versionOf(setting, 'tutorials') } }),
  },
  saveUsefulDocs: {
    request: async (setting) => ({
      input: { usefulDocs: [{ title: 'Contacts' }], version: await versionOf(setting, 'usefulDocs') },
    }),
  },
  uploadGuideFile: { request: () => multipart({ name: 'guide.png', content: smallPng }) },
  // Nobody's: what a reader may open is tested beside the code.
  readGuideFile: { status: 404, request: () => ({ params: { id: randomUUID() } }) },
  saveTutorialVideo: { request: () => ({ input: { title: 'Premiers pas', description: 'Se connecter' } }) },
  removeTutorialVideo: { request: async (setting) => ({ params: { id: await videoOf(setting) } }) },
  readScreenVideos: { request: () => ({ input: { route: 'home' } }) },
  // Far away: nothing is closed meanwhile.
  saveMaintenance: {
    request: () => ({ input: { message: '<p>Mise à jour</p>', startAt: inDays(30), endAt: inDays(30.1) } }),
  },
  // The modules of the test world are those of the product: off.
  giveFeedback: { status: 404, request: () => ({ input: { message: 'Un calendrier plus grand' } }) },
  sendReferral: { status: 404, request: () => ({ input: { email: 'consoeur@garde.example' } }) },
};
