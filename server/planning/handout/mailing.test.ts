import { beforeAll, describe, expect, test } from 'vitest';
import { publishServices, saveServices } from '#core/planning/calls.ts';
import { previewPlanningMail, sendPlanning } from '#core/planning/handout-calls.ts';
import { Site } from '#core/sites/site.ts';
import { nobody } from '#server/db/context.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { sendMail } from '#server/mail/send.ts';
import { type AnyRow, endpointOf } from '#server/testing/client.ts';
import { openPdf } from '#server/testing/pdf.ts';
import { world } from '#server/testing/world.ts';
import { tellPublication } from '../publishing.ts';
import { mailByClock, mailOne, mailPlanning, planningMail } from './mailing.ts';

// The job does not run by itself: each test passes the time.
const here = await world({ jobs: [sendMail, mailPlanning, tellPublication] });
const { as, agency, customer, people, sql, app, outbox } = here;
const owner = as('owner');
const me = people.agent.profile?.id as string;
const [mine, clients] = ['moi@planning.example', 'client@planning.example'];
const week = { start: '2027-03-01', end: '2027-03-07' };
let site: string;
let service: string;

const published = async (more: object): Promise<string> => {
  const { services } = await owner.call(saveServices, {
    input: { confirmed: true, services: [{ ...more }] },
  });
  const id = services[0]?.id as string;
  await owner.call(publishServices, { input: { services: [id] } });
  return id;
};
const preview = (to: 'agents' | 'customers') => owner.call(previewPlanningMail, { params: { to }, input: week });
const sent = (address: string): Promise<number> => outbox.to(address).then((mails) => mails.length);
beforeAll(async () => {
  const saved = (await owner.call(endpointOf(Site, 'save'), {
    mount: 'agency',
    input: { name: 'Port de Nice', customer: { id: customer.id } },
  })) as { site: AnyRow };
  site = saved.site.id;
  await sql('update agents set email = $2 where id = $1', [me, mine]);
  await sql(`update agents set rights = array_append(rights, 'receiveAgentPlanningCopy') where id = $1`, [
    people.staff.profile?.id,
  ]);
  await sql('update contacts set planning_recipient = true, email = $2 where id = $1', [
    people.customer.profile?.id,
    clients,
  ]);
  service = await published({
    site: { id: site },
    startAt: '2027-03-01T06:00:00.000Z',
    endAt: '2027-03-01T18:00:00.000Z',
    agents: [{ id: me }],
    postTitle: 'Poste de garde',
  });
});

describe('by hand (M-020)', () => {
  test('the preview lists who gets it and who does not, and shows the first mail', async () => {
    const { recipients, without, mail } = await preview('agents');
    expect(recipients).toEqual([
      { id: me, name: people.agent.fullname, addresses: [mine], services: 1, sentAt: null, isUnchanged: false },
    ]);
    expect(without).toEqual([]);
    expect(mail?.subject).toContain('planning du 01/03/2027 au 07/03/2027');
    expect(mail?.paragraphs[0]).toMatch(/^Bonjour /);
    await sql('update agents set send_planning = false where id = $1', [me]);
    expect(await preview('agents')).toMatchObject({ recipients: [], without: [people.agent.fullname], mail: null });
    expect(
      (await owner.answer(sendPlanning, { params: { to: 'agents' }, input: { ...week, recipients: [me] } })).status,
    ).toBe(404);
    await sql('update agents set send_planning = true where id = $1', [me]);
  });

  test('each agent gets his own PDF, holders of the right a copy; the mail is tracked and audited', async () => {
    const input = { ...week, recipients: [me] };
    // The same key sends once.
    const key = 'envoi-1';
    expect(await owner.call(sendPlanning, { params: { to: 'agents' }, input, key })).toEqual({ asked: 1 });
    expect(await owner.call(sendPlanning, { params: { to: 'agents' }, input, key })).toEqual({ asked: 1 });
    const mail = await outbox.lastTo(mine);
    await here.jobsDone();
    expect(await sent(mine)).toBe(1);
    const [paper] = mail.attachments;
    expect(paper?.filename).toContain(people.agent.fullname);
    const { text } = await openPdf(new Uint8Array(paper?.content as ArrayBuffer));
    for (const expected of [`Planning de ${people.agent.fullname}`, '07:00 – 19:00', 'Port de Nice', 'Poste de garde'])
      expect(text).toContain(expected);
    const [row] = await sql<{ bcc: string[]; reason: string }>(
      `select bcc, reason from emails where agency_id = $1 and recipients = $2`,
      [agency.id, [mine]],
    );
    expect(row).toEqual({ bcc: [people.staff.email.toLowerCase()], reason: 'planning' });
    const [line] = await sql<{ author: string }>(
      `select author from audit where entity_id = $1 and action = 'sendPlanning'`,
      [me],
    );
    expect(line?.author).toBe(people.owner.fullname);
    const [known] = (await preview('agents')).recipients;
    expect([known?.isUnchanged, known?.sentAt === null]).toEqual([true, false]);
  });

  test('a customer gets the posts of his sites without names, at the contacts who receive the planning', async () => {
    const { recipients } = await preview('customers');
    expect(recipients).toMatchObject([{ id: customer.id, addresses: [clients], services: 1, isUnchanged: false }]);
    await owner.call(sendPlanning, { params: { to: 'customers' }, input: { ...week, recipients: [customer.id] } });
    const [paper] = (await outbox.lastTo(clients)).attachments;
    const { text } = await openPdf(new Uint8Array(paper?.content as ArrayBuffer));
    expect(text).toContain('Planning de Port de Nice');
    expect(text).not.toContain(people.agent.fullname);
  });

  test('L-023: the contacts of an archived customer are mailed no planning', async () => {
    const archive = (status: number) => sql('update customers set status = $2 where id = $1', [customer.id, status]);
    await archive(300);
    expect(await preview('customers')).toMatchObject({ recipients: [] });
    await archive(100);
    expect((await preview('customers')).recipients).toHaveLength(1);
  });
});

describe('by the clock (L-018 to L-021)', () => {
  const monday = (time: string): Date => new Date(`2027-03-01T${time}:00+01:00`);
  const tick = (now: Date): Promise<void> => mailByClock(servicesOf(app), now);
  const automatic = (more: string): Promise<unknown> =>
    sql(
      `update agencies set agent_planning_mailing_mode = 'AUTOMATIC', agent_planning_frequency = 'DAY_OF_WEEK', agent_planning_day_of_week = 1,
        agent_planning_period = 'WEEK', agent_planning_sent_at = null${more} where id = $1`,
      [agency.id],
    );

  test('an unchanged planning is not sent; a changed one is sent again, once, at the agency’s hour', async () => {
    const before = await sent(mine);
    await automatic('');
    await tick(monday('06:00'));
    await here.jobsDone();
    expect(await sent(mine)).toBe(before);

    await automatic('');
    await owner.call(saveServices, {
      input: { confirmed: true, services: [{ id: service, endAt: '2027-03-01T17:00:00.000Z' }] },
    });
    await owner.call(publishServices, { input: { services: [service] } });
    await tick(monday('05:50'));
    await here.jobsDone();
    expect(await sent(mine)).toBe(before);
    await Promise.all([tick(monday('06:10')), tick(monday('06:10'))]);
    await outbox.lastTo(mine, before + 1);
    await tick(monday('06:20'));
    await here.jobsDone();
    expect(await sent(mine)).toBe(before + 1);
    const [line] = await sql<{ at: Date }>('select agent_planning_sent_at as at from agencies where id = $1', [
      agency.id,
    ]);
    expect(line?.at).toEqual(monday('06:10'));
  });

  test('an unchanged planning is sent if the agency wants it; a job that runs twice sends once', async () => {
    const before = await sent(mine);
    await automatic(', agent_planning_if_modified = false');
    await tick(monday('07:00'));
    await here.jobsDone();
    expect(await sent(mine)).toBe(before + 1);
    const now = new Date();
    const order = { to: 'agents' as const, reader: me, ...week, asked: now.toISOString(), again: true, host: null };
    await mailOne(order, servicesOf(app), agency.id, now);
    await mailOne(order, servicesOf(app), agency.id, now);
    await here.jobsDone();
    expect(await sent(mine)).toBe(before + 2);
  });

  test('a mail of the last minutes of a day leaves after midnight, once, with the period of its day', async () => {
    const before = await sent(mine);
    await automatic(`, agent_planning_if_modified = false, agent_planning_send_hour = '23:55'`);
    await tick(monday('23:50'));
    expect(await sent(mine)).toBe(before);
    for (const time of ['00:00', '00:10']) await tick(new Date(`2027-03-02T${time}:00+01:00`));
    await here.jobsDone();
    expect(await sent(mine)).toBe(before + 1);
    const [line] = await sql<{ at: Date }>('select agent_planning_sent_at as at from agencies where id = $1', [
      agency.id,
    ]);
    expect(line?.at).toEqual(monday('23:55'));
    await sql(`update agencies set agent_planning_send_hour = '06:00' where id = $1`, [agency.id]);
  });

  test('a locked agency sends no planning, nor any other mail of a job; unlocking restores it (C-020)', async () => {
    const before = await sent(mine);
    const lock = (errors: object[]) =>
      sql('update agencies set errors = $2 where id = $1', [agency.id, JSON.stringify(errors)]);
    await automatic(', agent_planning_if_modified = false');
    const known = async () => [(await preview('agents')).recipients[0]?.sentAt, await sql('select id from files')];
    const noted = await known();
    await lock([{ message: 'Abonnement expiré', lock: true }]);
    await tick(monday('07:00'));
    const now = new Date();
    const order = { to: 'agents' as const, reader: me, ...week, asked: now.toISOString(), again: true, host: null };
    await mailOne(order, servicesOf(app), agency.id, now);
    const context = { ...nobody, agency: agency.id };
    const mail = { to: mine, subject: 'Rappel', paragraphs: [] };
    await servicesOf(app).database.transaction(context, (db) =>
      servicesOf(app).mailer.send(mail, {
        db,
        agency: agency.id,
        caller: null,
        host: null,
        reason: 'test',
        now: new Date(),
      }),
    );
    await here.jobsDone();
    expect(await sent(mine)).toBe(before);
    await lock([]);
    expect(await known()).toEqual(noted);
    await tick(monday('07:10'));
    await here.jobsDone();
    expect(await sent(mine)).toBe(before + 1);
  });

  test('a planning to be sent by hand is not sent', async () => {
    const before = await sent(mine);
    await sql(
      `update agencies set agent_planning_mailing_mode = 'MANUAL', agent_planning_sent_at = null where id = $1`,
      [agency.id],
    );
    await tick(monday('06:00'));
    await here.jobsDone();
    expect(await sent(mine)).toBe(before);
  });
});

test('invalid days and invalid readers are refused', async () => {
  const refused = async (to: string, input: object): Promise<unknown> =>
    (await owner.answer(sendPlanning, { params: { to }, input })).body.message;
  expect(await refused('agents', { ...week, recipients: [] })).toBe('Merci de choisir un destinataire');
  expect(await refused('chiens', { ...week, recipients: [me] })).toBe('Destinataires inconnus');
  expect(await refused('agents', { start: '2027-03-07', end: '2027-03-01', recipients: [me] })).toBe(
    'La fin précède le début',
  );
});

test('without the agency’s own words, a customer reads those for customers', () => {
  const words = { agency: 'Azur', message: null, subject: null, today: '2026-11-02' };
  const person = { address: 'client@exemple.fr', name: 'Port' };
  const days = { start: '2026-11-02', end: '2026-11-08' };
  expect(planningMail(person, days, words, 'customers').paragraphs.join(' ')).toContain('le planning de vos sites');
  expect(planningMail(person, days, words, 'agents').paragraphs.join(' ')).toContain('votre planning');
});
