// An agent with every kind of personal data, for the tests of exports and erasures.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import type { Operation } from '#core/kernel/endpoint.ts';
import { entityEndpoints } from '#core/kernel/entity-endpoints.ts';
import { servicesOf } from '#server/kernel/app.ts';
import type { Person } from './people.ts';
import type { World } from './world.ts';

export const leaverNumber = '185057800608491';
export const leaverIban = 'FR7630006000011234567890189';

export interface Leaver extends Person {
  agent: string;
  mail: string;
  /** Files: his picture, uploaded by him, and a copy of his card, uploaded by the owner. */
  picture: string;
  paper: string;
}

const call = (operation: Operation) =>
  entityEndpoints(Agent).find(({ entity }) => entity?.operation === operation) as never;

export async function stored(here: World, name: string, by: string): Promise<string> {
  const { files } = servicesOf(here.app);
  const id = randomUUID();
  const arrived = await files.receive(Readable.from([Buffer.from(`${name} ${id}`)]), 1_000);
  await files.keep(arrived);
  await here.sql(
    `insert into files (agency_id, id, name, mime_type, size, hash, uploaded_by) values ($1, $2, $3, 'image/png', $4, $5, $6)`,
    [here.agency.id, id, name, arrived.size, arrived.hash, by],
  );
  return id;
}

let serial = 0;
/** An agent with an account, a number, mails, a picture, a history, a search entry, a device and a contract. */
export async function somebody(here: World): Promise<Leaver> {
  const { agency, sql } = here;
  serial += 1;
  const person = await here.hire(`partant${serial}`, { of: 'azur', rights: [], plannable: true });
  const agent = person.profile?.id as string;
  const saved = await here.as('owner').answer(call('save'), {
    mount: 'agency',
    input: {
      id: agent,
      email: person.email,
      agentInfos: {
        socialSecurityNumber: leaverNumber,
        bankDetails: leaverIban,
        nationality: 'FR',
        comments: 'Vit au 3 rue Haute',
      },
    },
  });
  expect(saved.status).toBe(200);
  const mail = randomUUID();
  const [picture, paper] = [
    await stored(here, 'photo.png', person.id),
    await stored(here, 'carte.png', here.people.owner.id),
  ];
  await sql('update agents set profile_picture_id = $2 where id = $1', [agent, picture]);
  await sql(
    `insert into agent_expirations (agency_id, id, agent_id, type_id, expires_at, file_id)
      select $1, gen_random_uuid(), $2, t.id, '2027-01-01', $3 from expiration_types t where t.agency_id = $1 limit 1`,
    [agency.id, agent, paper],
  );
  await sql(
    `insert into emails (agency_id, id, recipients, cc, pending, subject, content, state, reason) values
      ($1, $2, array[$3::text], '{}', '{}', 'Bonjour Partant', '{"words": "secret"}', 'sent', 'test'),
      ($1, gen_random_uuid(), array['autre@exemple.fr'], array[$3::text], '{}', 'À tous', '{"words": "commun"}', 'sent', 'test')`,
    [agency.id, mail, person.email],
  );
  await sql(
    `insert into email_events (agency_id, id, email_id, event, email_subject, email) values ($1, gen_random_uuid(), $2, 'sent', 'Bonjour Partant', $3)`,
    [agency.id, mail, person.email],
  );
  await sql(
    `insert into notifications (agency_id, id, user_id, kind, event, title, content, link) values
      ($1, gen_random_uuid(), $2, 'informationNote', $4, 'Note', 'Merci de la lire.', '/home'),
      ($1, gen_random_uuid(), $3, 'interruptedService', $4, 'Service interrompu', $5 || ' a interrompu son service.', '/supervision')`,
    [agency.id, person.id, here.people.owner.id, mail, person.fullname],
  );
  await sql(`insert into user_devices (id, user_id, token) values (gen_random_uuid(), $1, 'jeton')`, [person.id]);
  await sql(
    `insert into agent_contracts (agency_id, id, agent_id, type, start_date, end_date, hours_limit, period) values ($1, gen_random_uuid(), $2, 'CDD', '2025-01-01', '2026-06-30', 35, 'WEEK')`,
    [agency.id, agent],
  );
  return { ...person, agent, mail, picture, paper };
}
