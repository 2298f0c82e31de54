import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { Specialty } from '#core/agencies/specialty.ts';
import { Agent } from '#core/agents/agent.ts';
import { downloadFile, uploadFiles } from '#core/files/files.ts';
import {
  InformationNote,
  markInformationNote,
  remindInformationNote,
  waitingInformationNotes,
} from '#core/notes/note.ts';
import { listNotifications, unreadNotifications } from '#core/notifications/calls.ts';
import { Service } from '#core/planning/service.ts';
import { Site } from '#core/sites/site.ts';
import { nobody } from '#server/db/context.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { type AnyRow, endpointOf } from '#server/testing/client.ts';
import { multipart, smallPng } from '#server/testing/files.ts';
import { writerOf } from '#server/testing/notes.ts';
import type { Person, PersonName } from '#server/testing/people.ts';
import { world } from '#server/testing/world.ts';
import { spreadNotes } from './spreading.ts';

const here = await world();
const { as, app, agency, customer, people, outbox, sql, jobsDone } = here;

const { saved, move, published, read, readersOf } = writerOf(here);

const listed = async (who: PersonName | Person): Promise<string[]> =>
  (
    (await as(who).call(endpointOf(InformationNote, 'list'), { input: { limit: 500 }, mount: 'agent' })) as {
      informationNotes: AnyRow[];
    }
  ).informationNotes.map(({ id }) => id);
const spreadAll = (): Promise<void> =>
  spreadNotes.work({}, servicesOf(app), {
    agency: null,
    count: 1,
    isLast: false,
    signal: new AbortController().signal,
  });
const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const profileOf = (who: PersonName): string => people[who].profile?.id as string;

let note: AnyRow;
beforeEach(async () => {
  note = await published({ recipients: 'CHOSEN', agents: [{ id: profileOf('agent') }] });
});

describe('recipients', () => {
  test('nobody while it is a draft; every active agent once it is published', async () => {
    const draft = await saved(InformationNote, { title: 'Tous', notifyByEmail: false });
    expect(draft).toMatchObject({ status: 200, recipientCount: 0, publishedAt: null });
    expect(await readersOf(draft.id)).toEqual([]);
    const published = await move(draft.id, 'publish');
    expect(published.status).toBe(100);
    expect(published.publishedAt).not.toBeNull();
    expect(await readersOf(draft.id)).toEqual(
      expect.arrayContaining(['Owner Test', 'Staff Test', 'Powerless Test', 'Agent Test']),
    );
    expect(await readersOf(draft.id)).not.toContain('ForeignAgent Test');
  });

  test('agents of a specialty, and by the job agents who get it later; an agent who loses it keeps the note', async () => {
    const specialty = await saved(Specialty, { name: `SSIAP ${randomUUID()}` });
    const agent = (id: string, held: boolean): Promise<AnyRow> =>
      saved(Agent, { id, agentInfos: { specialties: held ? [{ id: specialty.id }] : [] } });
    await agent(profileOf('agent'), true);
    const one = await published({ recipients: 'SPECIALTIES', specialties: [{ id: specialty.id }] });
    expect(await readersOf(one.id)).toEqual(['Agent Test']);
    await agent(profileOf('agent'), false);
    await agent(profileOf('staff'), true);
    await spreadAll();
    await spreadAll();
    expect(await readersOf(one.id)).toEqual(['Agent Test', 'Staff Test']);
    const lines = await sql<{ author: string | null }>(
      `select author from audit where entity = 'informationNote' and entity_id = $1 and action = 'addRecipients' order by at, id`,
      [one.id],
    );
    expect(lines.map(({ author }) => author)).toEqual(['Owner Test', null]);
  });

  test('agents planned on one of the sites and not barred from it, and agents planned there later', async () => {
    const barred = await here.hire(`barre${randomUUID().slice(0, 6)}`, { of: 'azur', rights: [], plannable: true });
    const site = await saved(Site, {
      name: 'Quai',
      customer: { id: customer.id },
      siteUsers: [{ agent: { id: barred.profile?.id } }],
    });
    const plan = async (on: number, agents: (string | undefined)[], more: object = {}) =>
      saved(Service, {
        site: { id: site.id },
        startAt: `${day(on)}T08:00:00.000Z`,
        endAt: `${day(on)}T12:00:00.000Z`,
        agents: agents.map((id) => ({ id })),
        confirmed: true,
        ...more,
      });
    const stale = await here.hire(`ancien${randomUUID().slice(0, 6)}`, { of: 'azur', rights: [], plannable: true });
    const gone = await plan(-5, [stale.profile?.id]);
    await sql(
      `update services set start_at = start_at - interval '60 days', end_at = end_at - interval '60 days' where id = $1`,
      [gone.id],
    );
    await sql(
      'insert into service_agents (agency_id, service_id, agent_id) select agency_id, id, $2 from services where id = $1',
      [(await plan(3, [profileOf('agent')])).id, barred.profile?.id],
    );
    const one = await published({ recipients: 'SITES', sites: [{ id: site.id }] });
    expect(await readersOf(one.id)).toEqual(['Agent Test']);
    await plan(9, [stale.profile?.id]);
    await spreadAll();
    expect(await readersOf(one.id)).toEqual(['Agent Test', stale.fullname].sort());
  });

  test('nobody before its first day or after its last', async () => {
    const chosen = { recipients: 'CHOSEN', agents: [{ id: profileOf('agent') }] };
    const later = await published({ ...chosen, startDate: day(2) });
    expect(later).toMatchObject({ status: 100, publishedAt: null, recipientCount: 0 });
    await spreadAll();
    expect(await readersOf(later.id)).toEqual([]);
    await sql('update information_notes set start_date = $2 where id = $1', [later.id, day(-2)]);
    await spreadAll();
    expect(await readersOf(later.id)).toEqual(['Agent Test']);
    expect((await read('agent', later.id)).status).toBe(200);
    await sql('update information_notes set end_date = $2 where id = $1', [later.id, day(-2)]);
    expect((await read('agent', later.id)).status).toBe(404);
  });

  test.each([
    ['SPECIALTIES', 'specialties'],
    ['SITES', 'sites'],
    ['CHOSEN', 'agents'],
  ])('%s requires its list', async (recipients, path) => {
    const answer = await as('owner').answer(endpointOf(InformationNote, 'save'), {
      mount: 'agency',
      input: { title: 'Vide', recipients },
    });
    expect(answer).toMatchObject({ status: 400, body: { violations: [{ path, message: 'Obligatoire' }] } });
  });

  test('an edit of a published note reaches the added recipients', async () => {
    await saved(InformationNote, {
      id: note.id,
      agents: [{ id: profileOf('agent') }, { id: profileOf('staff') }],
    });
    expect(await readersOf(note.id)).toEqual(['Agent Test', 'Staff Test']);
  });
});

describe('an agent', () => {
  test('sees the published notes addressed to him, with their files, but not the other recipients', async () => {
    const made = await as('owner').call(uploadFiles, {
      mount: 'agency',
      ...multipart({ name: `${randomUUID()}.png`, content: smallPng }),
    });
    await saved(InformationNote, { id: note.id, files: [{ id: made.file.id }] });
    const other = await published({ recipients: 'CHOSEN', agents: [{ id: profileOf('staff') }] });
    const { status, body } = await read('agent', note.id);
    expect(status).toBe(200);
    expect(body.informationNote).toMatchObject({ recipients: null, agents: null, recipientCount: null, readAt: null });
    expect(body.informationNote.receiptId).toMatch(/^[0-9a-f-]{36}$/);
    const file = { params: { id: made.file.id } };
    expect((await as('agent').answer(downloadFile, file)).status).toBe(200);
    expect((await read('agent', other.id)).status).toBe(404);
    const mine = await listed('agent');
    expect(mine).toContain(note.id);
    expect(mine).not.toContain(other.id);
    await move(note.id, 'close');
    expect((await read('agent', note.id)).status).toBe(404);
    expect((await as('agent').answer(downloadFile, file)).status).toBe(404);
    expect(await listed('agent')).not.toContain(note.id);
  });

  test('marks it as read once, then confirms; the first times stay', async () => {
    const { receiptId: id } = (await read('agent', note.id)).body.informationNote;
    const mark = async (input: object = {}) =>
      (await as('agent').call(markInformationNote, { params: { id }, input })).informationNoteUserCompany;
    const first = await mark();
    expect(first).toMatchObject({ id, acknowledgedAt: null });
    expect(await mark()).toEqual(first);
    const confirmed = await mark({ acknowledged: true });
    expect(confirmed.readAt).toBe(first.readAt);
    expect(confirmed.acknowledgedAt).not.toBeNull();
    expect(await mark({ acknowledged: true })).toEqual(confirmed);
    expect((await read('owner', note.id)).body.informationNote).toMatchObject({ readCount: 1, acknowledgedCount: 1 });
    const acts = await sql<{ action: string }>(
      `select action from audit where entity_id = $1 and user_id = $2 order by at`,
      [note.id, people.agent.id],
    );
    expect(acts.map(({ action }) => action)).toEqual(['read', 'acknowledge']);
  });

  test('freezes its text, its recipients and what it asks of them by confirming it; its last day can still change', async () => {
    const to = { recipients: 'CHOSEN', agents: [{ id: people.agent.profile?.id }] };
    const one = await published({ ...to, content: '<p>Chemise blanche</p>', mandatory: true });
    const save = (draft: object) =>
      as('owner').answer(endpointOf(InformationNote, 'save'), { mount: 'agency', input: { id: one.id, ...draft } });
    expect((await save({ content: '<p>Chemise bleue</p>' })).status).toBe(200);
    const { receiptId: id } = (await read('agent', one.id)).body.informationNote;
    await as('agent').call(markInformationNote, { params: { id }, input: { acknowledged: true } });
    const refused = await save({ title: 'Tenue d’été', content: '<p>Polo</p>', endDate: '2099-12-31' });
    expect(refused.status).toBe(409);
    expect(refused.body.violations.map(({ path }: { path: string }) => path)).toEqual(['title', 'content']);
    const unasked = await save({ mandatory: false, recipients: 'ALL', agents: [] });
    expect(unasked.status).toBe(409);
    expect(unasked.body.violations.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      'agents',
      'mandatory',
      'recipients',
    ]);
    const same = { title: 'Tenue', content: '<p>Chemise bleue</p>', mandatory: true, ...to };
    expect((await save({ ...same, endDate: '2099-12-31' })).status).toBe(200);
    for (const change of [
      `update information_notes set content = '<p>Polo</p>' where id = $1`,
      `update information_notes set mandatory = false where id = $1`,
      `update information_notes set recipients = 'ALL' where id = $1`,
      `delete from information_note_agents where information_note_id = $1`,
    ])
      await expect(
        here.database.transaction({ ...nobody, agency: agency.id, user: people.owner.id }, (db) =>
          db.query({ text: change, values: [one.id] }),
        ),
        change,
      ).rejects.toMatchObject({ code: 'VF409' });
  });

  test('sees the number of unread notes, and the titles of mandatory notes until he confirms them', async () => {
    const person = await here.hire(`lecteur${randomUUID().slice(0, 6)}`, {
      of: 'azur',
      rights: ['listOwnInformationNotes'],
      plannable: true,
    });
    const to = { recipients: 'CHOSEN', agents: [{ id: person.profile?.id }] };
    const one = await published({ ...to, title: 'À confirmer', mandatory: true });
    await published(to);
    const waiting = async () => (await as(person).call(waitingInformationNotes)).waiting;
    expect(await waiting()).toEqual({ unread: 2, toAcknowledge: [{ id: one.id, title: 'À confirmer' }] });
    const { receiptId: id } = (await read(person, one.id)).body.informationNote;
    await as(person).call(markInformationNote, { params: { id }, input: {} });
    expect(await waiting()).toEqual({ unread: 1, toAcknowledge: [{ id: one.id, title: 'À confirmer' }] });
    await as(person).call(markInformationNote, { params: { id }, input: { acknowledged: true } });
    expect(await waiting()).toEqual({ unread: 1, toAcknowledge: [] });
  });

  test('cannot read for another agent, also not directly in the database', async () => {
    const [receipt] = await sql<{ id: string }>(
      'select id from information_note_user_companies where information_note_id = $1',
      [note.id],
    );
    const params = { id: receipt?.id ?? '' };
    expect(await as('owner').answer(markInformationNote, { params, input: {} })).toMatchObject({ status: 404 });
    const context = { agency: agency.id, agent: null, customer: null, user: people.owner.id };
    await expect(
      here.database.transaction(context, (db) =>
        db.query({
          text: 'update information_note_user_companies set read_at = now() where id = $1',
          values: [params.id],
        }),
      ),
    ).rejects.toThrow('nobody reads for another');
  });
});

describe('mails', () => {
  test('notify the recipients if the note asks for it, and remind unconfirmed ones once a day', async () => {
    const late = await here.hire(`retard${randomUUID().slice(0, 6)}`, {
      of: 'azur',
      rights: ['listOwnInformationNotes'],
      plannable: true,
    });
    const quick = await here.hire(`rapide${randomUUID().slice(0, 6)}`, {
      of: 'azur',
      rights: ['listOwnInformationNotes'],
      plannable: true,
    });
    const one = await published({
      title: 'Nouvelle tenue',
      mandatory: true,
      notifyByEmail: true,
      recipients: 'CHOSEN',
      agents: [{ id: late.profile?.id }, { id: quick.profile?.id }],
    });
    await jobsDone();
    const mail = await outbox.lastTo(late.email);
    expect(mail.subject).toBe(`${agency.name} : note d’information « Nouvelle tenue »`);
    expect(mail.text).toContain(`https://vigie.example/#/my-information-notes?note=${one.id}`);
    const { notifications } = await as(late).call(listNotifications, { input: {} });
    expect(notifications).toMatchObject([
      { title: 'Note d’information « Nouvelle tenue »', link: `/my-information-notes?note=${one.id}` },
    ]);
    const { receiptId: id } = (await read(quick, one.id)).body.informationNote;
    expect(await as(quick).call(unreadNotifications)).toEqual({ unread: 1 });
    await as(quick).call(markInformationNote, { params: { id }, input: { acknowledged: true } });
    // Who has read the note has read its notification.
    expect(await as(quick).call(unreadNotifications)).toEqual({ unread: 0 });
    const remind = async () => (await as('owner').call(remindInformationNote, { params: { id: one.id } })).reminded;
    expect(
      await Promise.all([remind(), remind()]).then((counts) => counts.toSorted((one, other) => one - other)),
    ).toEqual([0, 1]);
    expect(await remind()).toBe(0);
    await jobsDone();
    expect((await outbox.lastTo(late.email, 2)).subject).toContain('rappel');
    expect(await outbox.to(quick.email)).toHaveLength(1);
    await sql(
      `update information_note_user_companies set reminded_at = now() - interval '1 day' where information_note_id = $1`,
      [one.id],
    );
    expect(await remind()).toBe(1);
  });

  test('are not sent if the note disables them', async () => {
    const person = await here.hire(`calme${randomUUID().slice(0, 6)}`, { of: 'azur', rights: [], plannable: true });
    await published({ recipients: 'CHOSEN', agents: [{ id: person.profile?.id }] });
    await jobsDone();
    expect(await outbox.to(person.email)).toEqual([]);
  });
});
