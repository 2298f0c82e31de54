// Opens an agency, for the platform and for self-service.
import { insertReadyTemplates } from '#server/contracts/ready.ts';
import type { Db } from '#server/db/database.ts';

export interface NewAgency {
  id: string;
  name: string;
  siret?: string;
  email?: string;
}

/** As the platform. Lists and settings get the defaults of the database; contracts their templates. */
export async function openAgency(db: Db, { id, name, siret, email }: NewAgency, now: Date): Promise<void> {
  await db.query({
    name: 'open-agency',
    text: 'insert into agencies (id, name, siret, email, created_at) values ($1, $2, $3, $4, $5)',
    values: [id, name, siret ?? null, email ?? null, now],
  });
  await db.query({
    name: 'open-first-steps',
    text: 'insert into agency_first_steps (agency_id) values ($1)',
    values: [id],
  });
  await insertReadyTemplates(db, id, now);
}
