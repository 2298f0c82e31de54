// A private customer with every kind of personal data, for the tests of exports and erasures.
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { Customer } from '#core/customers/customer.ts';
import { Checkpoint } from '#core/rounds/checkpoint.ts';
import { Round } from '#core/rounds/round.ts';
import { SiteInstruction } from '#core/sites/instruction.ts';
import { Site } from '#core/sites/site.ts';
import { type AnyRow, endpointOf } from './client.ts';
import { stored } from './leaver.ts';
import type { Person } from './people.ts';
import type { World } from './world.ts';

type Saved = typeof Checkpoint | typeof Customer | typeof Round | typeof Site | typeof SiteInstruction;
export async function savedIn(here: World, entity: Saved, input: object): Promise<AnyRow> {
  const { status, body } = await here
    .as('owner')
    .answer(endpointOf(entity as never, 'save'), { mount: 'agency', input });
  expect(body).toEqual(expect.objectContaining({ [entity.name]: expect.anything() }));
  expect(status).toBe(200);
  return body[entity.name];
}
export interface Household {
  /** In every text about her. */
  surname: string;
  customer: AnyRow;
  site: AnyRow;
  document: string;
  contact: Person;
  service: string;
}

let serial = 0;
/** A customer with a guarded home: documents, keys, an alarm, instructions, a round, a service, mails and a contact. */
export async function household(here: World, { prospect = false } = {}): Promise<Household> {
  serial += 1;
  const { agency, people, sql } = here;
  const saved = (entity: Saved, input: object): Promise<AnyRow> => savedIn(here, entity, input);
  const surname = `Quernevel${serial}z`;
  const document = await stored(here, `devis-${surname}.png`, people.owner.id);
  const plan = await stored(here, `plan-${surname}.png`, people.owner.id);
  const email = `${surname}@exemple.fr`.toLowerCase();
  const customer = await saved(Customer, {
    name: `Yvonne ${surname}`,
    type: 200,
    email,
    address: { street: `3 rue ${surname}`, zipcode: '29000', city: 'Quimper' },
    customerInfos: { prospect, settlementPeriod: 0 },
    companyDiscounts: [{ label: `Voisine de ${surname}`, rate: 5 }],
    documents: [{ id: document }],
    comments: `${surname} ouvre après 10 h`,
  });
  const site = await saved(Site, {
    name: `Villa ${surname}`,
    customer: { id: customer.id },
    address: { street: `3 rue ${surname}`, zipcode: '29000', city: 'Quimper' },
  });
  await sql(
    `with k as (insert into site_keys (agency_id, id, site_id, label, code) values ($1, gen_random_uuid(), $2, $3, '1234'))
      insert into site_alarms (agency_id, id, site_id, label, code) values ($1, gen_random_uuid(), $2, $3, '9876')`,
    [agency.id, site.id, `Portail ${surname}`],
  );
  const place = { site: { id: site.id } };
  await saved(SiteInstruction, {
    ...place,
    title: `Chez ${surname}`,
    content: `<p>Le chien de ${surname}</p>`,
    files: [{ id: plan }],
  });
  const point = await saved(Checkpoint, {
    ...place,
    title: `Cave ${surname}`,
    type: 'VIRTUAL',
    location: { latitude: 48, longitude: -4.1 },
  });
  await saved(Round, {
    ...place,
    name: `Tour de ${surname}`,
    checkpoints: [{ checkpoint: { id: point.id }, instructions: `Saluer ${surname}` }],
  });
  const [service] = await sql<{ id: string }>(
    `insert into services (agency_id, id, reference, start_at, end_at, site_id, comment)
      values ($1, gen_random_uuid(), $2, now() - interval '3 days', now() - interval '3 days' + interval '8 hours', $3, $4) returning id`,
    [agency.id, `V-${serial}`, site.id, `${surname} est en voyage`],
  );
  await sql(
    `insert into audit (agency_id, id, entity, entity_id, action, changes) values ($1, gen_random_uuid(), 'service', $2, 'edit', $3)`,
    [
      agency.id,
      service?.id,
      JSON.stringify({
        comment: { before: null, after: `${surname} est en voyage` },
        site: { before: null, after: { id: site.id, name: site.name } },
        nbAgents: { before: 1, after: 2 },
      }),
    ],
  );
  await sql(
    `insert into service_events (agency_id, id, service_id, type, at, author, content, latitude, longitude)
      values ($1, gen_random_uuid(), $2, 1, now() - interval '3 days', 'Un agent', $3, 48, -4.1)`,
    [agency.id, service?.id, `Reçu par ${surname}`],
  );
  await logAt(here, site.id, `Clés remises à ${surname}`);
  await sql(
    `insert into emails (agency_id, id, recipients, pending, subject, content, state, reason) values ($1, gen_random_uuid(), array[$2::text], '{}', $3, '{}', 'sent', 'test')`,
    [agency.id, email, `Devis pour ${surname}`],
  );
  const contact = await here.hire(`proche${serial}`, { of: 'azur', customer: true, rights: [] });
  await sql('update contacts set customer_id = $2, lastname = $3 where id = $1', [
    contact.profile?.id,
    customer.id,
    surname,
  ]);
  return { surname, customer, site, document, contact, service: service?.id as string };
}

/** An entry of the daily log with a finding, and its words in the search. */
async function logAt({ sql, agency }: World, site: string, text: string): Promise<void> {
  const [event, at] = [randomUUID(), new Date().toISOString()];
  const said = { type: 87, category: 'logistique', label: 'Remise de clés', description: text, at, customerShow: true };
  for (const [id, kind, content] of [
    [event, 'entry', said],
    [randomUUID(), 'finding', { text, at, files: [] }],
  ] as const)
    await sql(
      `insert into logbook_entries (agency_id, id, site_id, kind, event_id, author, content, latitude, longitude)
        values ($1, $2, $3, $4, $5, 'Un agent', $6, 48, -4.1)`,
      [agency.id, id, site, kind, event, content],
    );
  await sql(`insert into search (agency_id, entity, id, words) values ($1, 'event', $2, search_words_of($3))`, [
    ...[agency.id, event, text],
  ]);
}
