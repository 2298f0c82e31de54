// Rows of the platform's communication for the walls.
import { randomUUID } from 'node:crypto';
import type { Row } from './walls.ts';

/** A file of the platform, settled before these rows. */
export const guideFile = randomUUID();

/** `sender`: an agency, `user`: somebody of it. */
export function guideRows(sender: string, user: string): Record<string, Row[]> {
  const guide = randomUUID();
  return {
    guides: [
      { id: guide, kind: 'tutorials', content: '[]' },
      { id: randomUUID(), kind: 'usefulDocs', content: '[]' },
    ],
    guide_files: [{ id: randomUUID(), guide_id: guide, file_id: guideFile }],
    tutorial_videos: [{ id: randomUUID(), title: 'Premiers pas', description: 'Se connecter' }],
    feedbacks: [
      {
        ...{ id: randomUUID(), sender_id: sender, agency_name: 'Azur', user_id: user, author: 'Ada Roux' },
        message: 'Un calendrier plus grand',
      },
    ],
  };
}

const always = (): boolean => true;
/** The platform alone reads the requests of people and the files behind its contents. */
export const guidesSeen: Record<string, (row: Row) => boolean> = { guides: always, tutorial_videos: always };
export const guidesSeenByPeople: Record<string, (row: Row) => boolean> = {
  guides: ({ kind }) => kind === 'tutorials',
  tutorial_videos: always,
};
