import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { downloadFile, uploadFiles } from '#core/files/files.ts';
import type { Endpoint, Operation } from '#core/kernel/endpoint.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { entityEndpoints } from '#core/kernel/entity-endpoints.ts';
import { textOfHtml } from '#core/kernel/html.ts';
import { listNotifications } from '#core/notifications/calls.ts';
import { publishServices, saveServices } from '#core/planning/calls.ts';
import { missingRight } from '#core/rights.ts';
import { listSiteInstructionReaders, markSiteInstructionRead, SiteInstruction } from '#core/sites/instruction.ts';
import { Site } from '#core/sites/site.ts';
import { sanitise } from '#server/kernel/html.ts';
import type { Answer } from '#server/testing/client.ts';
import { multipart, smallPng } from '#server/testing/files.ts';
import type { Person, PersonName } from '#server/testing/people.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, customer, people, outbox, sql } = here;

const endpointOf = (of: Entity, operation: Operation): Endpoint =>
  entityEndpoints(of).find(({ entity }) => entity?.operation === operation) as Endpoint;

interface Row extends Record<string, unknown> {
  id: string;
  version: number;
}

const saveSite = async (draft: object): Promise<Row> => {
  const answer = await as('owner').call(endpointOf(Site, 'save'), { mount: 'agency', input: draft });
  return (answer as { site: Row }).site;
};
const save = async (draft: object, who: PersonName = 'owner'): Promise<Row> => {
  const answer = await as(who).call(endpointOf(SiteInstruction, 'save'), { mount: 'agency', input: draft });
  return (answer as { siteInstruction: Row }).siteInstruction;
};
const refused = (draft: object, who: PersonName = 'owner'): Promise<Answer> =>
  as(who).answer(endpointOf(SiteInstruction, 'save'), { mount: 'agency', input: draft });
const list = async (who: PersonName, input: object = {}, mount?: 'agency' | 'customer' | 'agent'): Promise<Row[]> => {
  const answer = await as(who).call(endpointOf(SiteInstruction, 'list'), { input, ...(mount ? { mount } : {}) });
  return (answer as { siteInstructions: Row[] }).siteInstructions;
};
const read = (who: PersonName | Person, id: string): Promise<Answer> =>
  as(who).answer(endpointOf(SiteInstruction, 'read'), { params: { id } });
const upload = async (who: PersonName): Promise<string> => {
  const made = await as(who).call(uploadFiles, {
    mount: 'agency',
    ...multipart({ name: `${randomUUID()}.png`, content: smallPng }),
  });
  return made.file.id;
};

let site: Row;
beforeEach(async () => {
  site = await saveSite({ name: `Quai ${randomUUID().slice(0, 8)}`, customer: { id: customer.id } });
});
const draft = (more: object = {}): object => ({
  site: { id: site.id },
  title: 'Ronde de nuit',
  content: '<p>Fermer le portail</p>',
  ...more,
});

describe('the text', () => {
  test('loses its scripts and keeps its words; its date is now by default', async () => {
    const before = Date.now() - 1_000;
    const saved = await save(draft({ content: '<p onclick="x()">Fermer<script>alert(1)</script> <b>vite</b></p>' }));
    expect(saved).toMatchObject({
      content: '<p>Fermer <strong>vite</strong></p>',
      status: 100,
      files: [],
      readerCount: 0,
    });
    expect(Date.parse(saved.date as string)).toBeGreaterThanOrEqual(before);
    const [line] = await sql<{ changes: { content: unknown } }>(
      `select changes from audit where entity = 'siteInstruction' and entity_id = $1`,
      [saved.id],
    );
    expect(line?.changes.content).toEqual({ before: null, after: '<p>Fermer <strong>vite</strong></p>' });
    expect(await save(draft({ date: '2026-01-02T03:04:05.000Z' }))).toMatchObject({ date: '2026-01-02T03:04:05.000Z' });
  });

  test('is found by its words, not by its tags, and listed as a short preview', async () => {
    const word = `mot${randomUUID().slice(0, 8)}`;
    const { id } = await save(
      draft({
        content: `<ul><li><p>Por<strong>tail</strong> &amp; ${word}</p></li></ul><p>${'long '.repeat(100)}</p>`,
      }),
    );
    expect((await list('owner', { query: `portail ${word}` })).map((row) => row.id)).toEqual([id]);
    expect(await list('owner', { query: `strong ${word}` })).toEqual([]);
    const [row] = await list('owner', { query: word });
    expect(row?.content).toMatch(/^Portail &amp; mot/);
    expect(textOfHtml(String(row?.content))).toHaveLength(145);
  });

  test('is the same in SQL and in TypeScript', async () => {
    const samples = [
      '<p>Ronde à <strong>22</strong>h</p><p>Puis <a href="https://a.example">fin</a></p>',
      '<p>2 &lt; 3 &amp;amp; "ok"</p><hr /><ul><li><p>a</p></li></ul>',
      sanitise('<p>é😀&nbsp;x</p><img src=x><h1>t</h1>'),
    ];
    for (const html of samples) {
      const [row] = await sql<{ text: string }>('select html_text($1) as text', [html]);
      expect(row?.text).toBe(textOfHtml(html).replaceAll(/\s+/g, ' '));
    }
  });

  test('has at most 500000 characters after escaping', async () => {
    expect(await refused(draft({ content: '&'.repeat(120_000) }))).toMatchObject({
      status: 400,
      body: { violations: [{ path: 'content', message: 'Maximum 500000 caractères' }] },
    });
  });
});

describe('a picture in it', () => {
  const picture = (id: string): string => `<p><img data-file="${id}" alt="Plan" width="120" height="80" /></p>`;

  test('is visible to readers of the text, until it is removed from the text', async () => {
    const file = await upload('owner');
    const get = async (who: PersonName): Promise<number> =>
      (await as(who).answer(downloadFile, { params: { id: file } })).status;
    expect(await get('customer')).toBe(404);
    const saved = await save(draft({ content: picture(file) }));
    expect(saved.content).toBe(picture(file));
    expect(await get('customer')).toBe(200);
    expect(await get('foreignCustomer')).toBe(404);
    await save({ id: saved.id, title: 'Autre' });
    expect(await get('customer')).toBe(200);
    await save({ id: saved.id, content: '<p>Sans plan</p>' });
    expect(await get('customer')).toBe(404);
  });

  test('of another person is refused, unless the caller sees a text with it', async () => {
    const file = await upload('staff');
    const answer = await refused(draft({ content: picture(file) }));
    expect(answer).toMatchObject({
      status: 400,
      body: { violations: [{ path: 'content', message: 'Une image de ce texte est introuvable' }] },
    });
    const saved = await save(draft({ content: picture(file) }), 'staff');
    expect(await save({ id: saved.id, content: `${picture(file)}<p>plus</p>` })).toMatchObject({ id: saved.id });
  });

  test('of another agency, or unknown, is refused', async () => {
    const foreign = await as('foreignOwner').call(uploadFiles, {
      mount: 'agency',
      ...multipart({ name: 'a.png', content: smallPng }),
    });
    for (const id of [foreign.file.id, randomUUID()])
      expect((await refused(draft({ content: picture(id) }))).status).toBe(400);
  });
});

describe('the customer', () => {
  test('sees active instructions of his sites that open them', async () => {
    const { id } = await save(draft());
    expect((await list('customer')).map((row) => row.id)).toContain(id);
    expect((await read('customer', id)).body.siteInstruction).toMatchObject({
      content: '<p>Fermer le portail</p>',
      readerCount: null,
    });
    expect((await read('foreignCustomer', id)).status).toBe(404);
    await saveSite({ id: site.id, rightsCustomer: { readInstructions: false } });
    expect((await read('customer', id)).status).toBe(404);
    await saveSite({ id: site.id, rightsCustomer: { readInstructions: true } });
    await as('owner').call(endpointOf(SiteInstruction, 'act'), { params: { id, type: 'archive' } });
    expect((await read('customer', id)).status).toBe(404);
    expect((await read('owner', id)).body.siteInstruction.status).toBe(300);
  });

  test('cannot write them', async () => {
    const answer = await as('customer').answer(endpointOf(SiteInstruction, 'save'), {
      mount: 'agency',
      input: draft(),
      params: { agencyId: here.agency.id },
    });
    expect(answer.status).toBe(403);
  });
});

describe('a reader', () => {
  const mark = (who: PersonName, id: string): Promise<Answer> =>
    as(who).answer(markSiteInstructionRead, { params: { id } });
  const readers = async (id: string): Promise<Row[]> =>
    ((await as('owner').call(listSiteInstructionReaders, { params: { id } })) as unknown as { readers: Row[] }).readers;

  test('is listed once, with the time of the first reading', async () => {
    const { id } = await save(draft());
    const first = await mark('customer', id);
    expect(await mark('customer', id)).toMatchObject({ status: 200, body: first.body });
    expect(await readers(id)).toEqual([
      { id: people.customer.id, name: 'Customer Test', type: 'CUSTOMER', readAt: first.body.readAt, isCurrent: true },
    ]);
    expect((await read('customer', id)).body.siteInstruction.readAt).toBe(first.body.readAt);
    expect((await read('staff', id)).body.siteInstruction).toMatchObject({ readAt: null, readerCount: 1 });
    // The author does not count as a reader.
    expect((await read('owner', id)).body.siteInstruction.readAt).not.toBeNull();
    const lines = await sql(
      `select 1 from audit where entity = 'siteInstruction' and entity_id = $1 and action = 'read'`,
      [id],
    );
    expect(lines).toHaveLength(1);
  });

  test('must read it again when its text changes, not when only its date changes', async () => {
    const { id } = await save(draft());
    const first = await mark('customer', id);
    await save({ id, date: '2026-01-02T03:04:05.000Z' });
    expect((await read('customer', id)).body.siteInstruction.readAt).toBe(first.body.readAt);
    await save({ id, content: '<p>Ouvrir le portail</p>' });
    expect((await read('customer', id)).body.siteInstruction.readAt).toBeNull();
    expect(await readers(id)).toMatchObject([{ isCurrent: false }]);
    const again = await mark('customer', id);
    expect(again.body.readAt > first.body.readAt).toBe(true);
    expect(await readers(id)).toMatchObject([{ readAt: again.body.readAt, isCurrent: true }]);
  });

  test('is neither support nor a person to whom it is hidden', async () => {
    const { id } = await save(draft());
    expect(
      await as('support').answer(markSiteInstructionRead, {
        mount: 'agency',
        params: { agencyId: here.agency.id, id },
      }),
    ).toMatchObject({
      status: 200,
      body: { readAt: null },
    });
    expect((await mark('foreignCustomer', id)).status).toBe(404);
    expect(await readers(id)).toEqual([]);
  });
});

describe('mails', () => {
  const flags = {
    notifySiteInstructionAgents: true,
    notifySiteInstructionAdmins: true,
    notifySiteInstructionCustomers: true,
  };
  const mails = async (subject: string): Promise<string[]> => {
    await here.jobsDone();
    return (await outbox.all())
      .filter((mail) => mail.subject?.includes(subject))
      .map((mail) => String(mail.to?.[0]?.address))
      .sort();
  };

  test('go to nobody by default', async () => {
    await save(draft());
    expect(await mails(String(site.name))).toEqual([]);
  });

  /** A published service of the agent at the site, in so many days. */
  const plan = async (days: number): Promise<void> => {
    const at = (hour: number): string => new Date(Date.now() + days * 86_400_000 + hour * 3_600_000).toISOString();
    const { services } = await as('owner').call(saveServices, {
      input: {
        confirmed: true,
        services: [{ site: { id: site.id }, startAt: at(0), endAt: at(4), agents: [{ id: people.agent.profile?.id }] }],
      },
    });
    await as('owner').call(publishServices, { input: { services: services.map(({ id }) => id) } });
  };

  test('go to agents, staff and the customer, once each, for new and changed instructions, never with the text nor the title', async () => {
    await saveSite({ id: site.id, ...flags });
    await plan(3);
    const { id } = await save(draft({ title: 'Ronde de nuit, code portail 6478A' }), 'staff');
    // The owner has every right; the author gets no mail; nor do people without the right to list.
    expect(await mails(String(site.name))).toEqual([
      'agent@vigie.example',
      'customer@vigie.example',
      'owner@vigie.example',
    ]);
    for (const [who, screen] of [
      ['agent', 'my-planning'],
      ['owner', 'sites'],
      ['customer', 'customerSites'],
    ] as const) {
      const mail = await outbox.lastTo(people[who].email);
      expect(mail.subject).toBe(`Azur Sécurité : nouvelle consigne pour ${site.name}`);
      // A title may hold a code too.
      for (const part of [mail.subject, mail.text, String(mail.html)])
        expect(part).not.toMatch(/ronde de nuit|portail|6478A/i);
      expect(mail.text).toContain(`https://vigie.example/#/${screen}?instructions=${site.id}&instruction=${id}`);
    }
    const { notifications } = await as('agent').call(listNotifications, { input: {} });
    expect(notifications[0]).toMatchObject({ title: `Nouvelle consigne pour ${site.name}`, readAt: null });
    expect(JSON.stringify(notifications[0])).not.toContain('6478A');
    expect((await read('agent', id)).status).toBe(200);
    await save({ id, date: '2026-01-02T03:04:05.000Z' }, 'staff');
    expect(await mails(String(site.name))).toHaveLength(3);
    await save({ id, content: '<p>Autre chose</p>' }, 'staff');
    expect(await mails('consigne modifiée')).toHaveLength(3);
  });

  test('go only to people who can open it: planned there now or later, not barred, with the site’s rights', async () => {
    await saveSite({ id: site.id, notifySiteInstructionAgents: true });
    const told = async (): Promise<number> => {
      await save(draft());
      return (await mails(String(site.name))).length;
    };
    expect(await told()).toBe(0);
    await plan(-5);
    expect(await told()).toBe(0);
    await plan(5);
    expect(await told()).toBe(1);
    await saveSite({ id: site.id, siteUsers: [{ agent: { id: people.agent.profile?.id } }] });
    expect(await told()).toBe(1);
    await saveSite({ id: site.id, siteUsers: [], rightsAgent: { readInstructions: false } });
    expect(await told()).toBe(1);
    await saveSite({
      id: site.id,
      notifySiteInstructionAgents: false,
      notifySiteInstructionCustomers: true,
      rightsCustomer: { readInstructions: false },
    });
    expect(await told()).toBe(1);
  });

  test('are sent once for a repeated request, never for a refused one', async () => {
    await saveSite({ id: site.id, notifySiteInstructionCustomers: true });
    const send = (key: string, input: object): Promise<Answer> =>
      as('owner').answer(endpointOf(SiteInstruction, 'save'), { mount: 'agency', input, key });
    const key = randomUUID();
    await send(key, draft());
    await send(key, draft());
    expect((await send(randomUUID(), draft({ title: null }))).status).toBe(400);
    expect(await mails(String(site.name))).toEqual(['customer@vigie.example']);
  });
});

describe('a mail server that refuses', () => {
  test('does not refuse the instruction', async () => {
    const other = await world({ smtpUrl: 'smtp://127.0.0.1:1' });
    const input = { name: 'Sans poste', customer: { id: other.customer.id }, notifySiteInstructionCustomers: true };
    const made = (await other.as('owner').call(endpointOf(Site, 'save'), { mount: 'agency', input })) as { site: Row };
    const answer = await other.as('owner').answer(endpointOf(SiteInstruction, 'save'), {
      mount: 'agency',
      input: { site: { id: made.site.id }, title: 'Ronde' },
    });
    expect(answer.status).toBe(200);
    await other.jobsDone();
    expect(
      (
        await other
          .as('owner')
          .answer(endpointOf(SiteInstruction, 'read'), { params: { id: answer.body.siteInstruction.id } })
      ).status,
    ).toBe(200);
  });
});

describe('the notifications of a site', () => {
  test('are changed with their right, and visible to others', async () => {
    const editor = await here.hire(`chef${randomUUID().slice(0, 8)}`, {
      of: 'azur',
      rights: ['listSites', 'createSite', 'editSite'],
    });
    const send = (input: object): Promise<Answer> =>
      as(editor).answer(endpointOf(Site, 'save'), { mount: 'agency', input });
    const right = 'editSiteInstructionNotification';
    expect(await send({ id: site.id, notifySiteInstructionAgents: true })).toMatchObject({
      status: 403,
      body: { right, message: missingRight(right) },
    });
    expect(await send({ id: site.id, notifySiteInstructionAgents: false, name: 'Autre nom' })).toMatchObject({
      status: 200,
    });
    const create = { name: 'Neuf', customer: { id: customer.id } };
    expect((await send({ ...create, notifySiteInstructionCustomers: true })).status).toBe(403);
    expect((await send({ ...create, notifySiteInstructionCustomers: false })).status).toBe(200);
    const holder = await here.hire(`cadre${randomUUID().slice(0, 8)}`, {
      of: 'azur',
      rights: ['listSites', 'editSite', right],
    });
    const changed = await as(holder).answer(endpointOf(Site, 'save'), {
      mount: 'agency',
      input: { id: site.id, notifySiteInstructionAgents: true },
    });
    expect(changed.body.site.notifySiteInstructionAgents).toBe(true);
  });
});
