import { expect, test, vi } from 'vitest';
import { prepareInvoices } from '#core/commercial/calls.ts';
import { Customer } from '#core/customers/customer.ts';
import { previewStatement, printStatement, sendStatement, statementMessages } from '#core/pay/statement.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { sendMail } from '#server/mail/send.ts';
import { endpointOf } from '#server/testing/client.ts';
import { monthOf } from '#server/testing/month.ts';
import { openPdf } from '#server/testing/pdf.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';
import { mailStatement } from './statement.ts';

const here = await world({ jobs: [sendMail, mailStatement] });
const { as, agency, customer, outbox, sql } = here;
const { site, guard } = await plannerOf(here);
const alice = await guard();
/** Two jobs and their mails, on a machine that is busy. */
const patience = { timeout: 60_000, interval: 100 };
const owner = as('owner');
const asked = { customer: customer.id, start: '2026-09-01', end: '2026-09-30' };
await sql(
  `with made as (insert into services (agency_id, id, site_id, start_at, end_at, status, post_title)
      values ($1, gen_random_uuid(), $2, '2026-09-07 06:00Z', '2026-09-07 14:00Z', 300, 'Accueil') returning id)
    insert into service_agents (agency_id, service_id, agent_id) select $1, id, $3 from made`,
  [agency.id, site, alice],
);
await sql(
  `update agencies set hours_count_header = 'En-tête de l’agence', hours_count_footer = 'Pied de page de l’agence' where id = $1`,
  [agency.id],
);

const printed = async (payload: object) => {
  const { token } = await here.sessionOf('owner');
  return here.app.inject({
    method: 'POST',
    url: `/api/agency/${agency.id}${printStatement.path}`,
    headers: { authorization: `Bearer ${token}` },
    payload,
  });
};

test('a customer’s hours are a paper with the agency’s texts, without the names of its people', async () => {
  const answer = await printed(asked);
  expect(answer.statusCode).toBe(200);
  const { text } = await openPdf(answer.rawPayload);
  for (const words of [
    'Décompte d’heures',
    'En-tête de l’agence',
    'Pied de page',
    'Accueil',
    '08:00 – 16:00',
    '8h00',
    '07/09/2026',
  ])
    expect(text).toContain(words);
  expect(text).not.toContain('Numéro 1');
});

test('it counts the hours that the invoice counts', async () => {
  const { service, live } = monthOf(here);
  const bob = await guard();
  // A night over the end of the month belongs to the day on which it begins.
  await service({ site, from: '2026-05-31 20:00', to: '2026-06-01 06:00', agents: [alice] });
  const replaced = await service({ site, from: '2026-06-08 08:00', to: '2026-06-08 12:00', agents: [alice] });
  await live(replaced, alice, { from: '2026-06-08 10:00', to: '2026-06-08 12:00', status: 300 });
  await live(replaced, bob, { from: '2026-06-08 08:00', to: '2026-06-08 09:30', status: 300 });
  await service({ site, from: '2026-06-30 20:00', to: '2026-07-01 06:00', agents: [alice] });
  // Not over yet.
  await service({ site, from: '2026-06-30 21:00', to: '2026-06-30 23:00', agents: [bob], status: 200 });
  const period = { start: '2026-06-01', end: '2026-06-30' };
  const { groups } = await owner.call(prepareInvoices, { mount: 'agency', input: period });
  expect(groups[0]?.done).toBe(13 * 60 + 30);
  const { rawPayload } = await printed({ ...asked, ...period });
  const { text } = await openPdf(rawPayload);
  expect(text).toContain('Total 16h00 13h30');
  expect(text).not.toContain('31/05/2026');
});

test('it leaves by hand to those who receive the invoices, with the paper attached', async () => {
  await sql('update customers set email = null where id = $1', [customer.id]);
  await sql('update contacts set invoice_recipient = false where customer_id = $1', [customer.id]);
  expect((await owner.answer(sendStatement, { input: asked })).body.message).toBe(statementMessages.nobody);
  await owner.call(endpointOf(Customer, 'save'), {
    mount: 'agency',
    input: { id: customer.id, email: 'client@essai.example' },
  });
  const letter = await owner.call(previewStatement, { input: asked });
  expect(letter).toMatchObject({ to: [{ address: 'client@essai.example' }] });
  expect(letter.subject).toContain('décompte d’heures du 01/09/2026 au 30/09/2026');
  expect(letter.message).toContain('le décompte de vos heures');
  expect(await owner.call(sendStatement, { input: asked })).toEqual({ sent: 1 });
  const mails = () =>
    sql<{ subject: string; name: string }>(
      `select e.subject, f.name from emails e join email_attachments a on a.agency_id = e.agency_id and a.email_id = e.id join files f on f.agency_id = a.agency_id and f.id = a.file_id
      where e.agency_id = $1`,
      [agency.id],
    );
  const paper = { subject: letter.subject, name: expect.stringMatching(/^Décompte d’heures .*\.pdf$/) };
  await vi.waitFor(async () => expect(await outbox.to('client@essai.example')).toHaveLength(1), patience);
  expect(await mails()).toEqual([paper]);
});

test('two customers of one period have each their statement; an order that runs again mails nothing more', async () => {
  const others = await Promise.all(
    ['un', 'deux'].map(async (name) => {
      const { customer: saved } = (await owner.call(endpointOf(Customer, 'save'), {
        mount: 'agency',
        input: { name: `Client ${name}`, email: `${name}@essai.example` },
      })) as unknown as { customer: { id: string } };
      return saved.id;
    }),
  );
  // Both are asked for before either is drawn.
  await Promise.all(others.map((id) => owner.call(sendStatement, { input: { ...asked, customer: id } })));
  for (const name of ['un', 'deux'])
    await vi.waitFor(async () => expect(await outbox.to(`${name}@essai.example`)).toHaveLength(1), patience);
  const orders = await sql<{ data: Parameters<typeof mailStatement.work>[0] }>(
    `select data from jobs.job where name = 'mailStatement' and data ->> 'customer' = any ($1)`,
    [others],
  );
  const attempt = { agency: agency.id, count: 2, isLast: false, signal: new AbortController().signal };
  for (const { data } of orders) await mailStatement.work(data, servicesOf(here.app), attempt);
  const mailed = await sql(`select 1 from emails where agency_id = $1 and recipients && $2`, [
    agency.id,
    ['un@essai.example', 'deux@essai.example'],
  ]);
  expect([orders.length, mailed.length]).toEqual([2, 2]);
}, 120_000);
