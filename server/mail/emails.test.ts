// Write an e-mail, track it, and read its content (L-001 to L-014).
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { downloadFile, uploadFiles } from '#core/files/files.ts';
import type { Endpoint } from '#core/kernel/endpoint.ts';
import { entityEndpoints } from '#core/kernel/entity-endpoints.ts';
import type { StoredFile } from '#core/kernel/field.ts';
import {
  EmailEvent,
  emailMessages,
  listEmailAttachments,
  listSenders,
  readEmailContent,
  sendEmail,
} from '#core/mail/email.ts';
import { searchRecords } from '#core/search/search.ts';
import { invite, switchProfile } from '#core/session/session.ts';
import type { Answer } from '#server/testing/client.ts';
import { multipart, smallPng } from '#server/testing/files.ts';
import type { PersonName } from '#server/testing/people.ts';
import { world } from '#server/testing/world.ts';
import { createMailer } from './mailer.ts';

const here = await world();
const { as, agency, anonymous, people, outbox, sql, jobsDone, sessionOf } = here;
await sql(`update agencies set email = 'contact@azur.example' where id = $1`, [agency.id]);

const listEvents = entityEndpoints(EmailEvent)[0] as Endpoint;
const draft = (more: object = {}): object => ({
  from: 'contact@azur.example',
  to: ['zoe@exemple.fr'],
  subject: 'Votre devis',
  message: '<p>Bonjour <strong>Zoé</strong></p>',
  ...more,
});
const send = (who: PersonName, input: object, key?: string): Promise<Answer> =>
  as(who).answer(sendEmail, { mount: 'agency', input, ...(key ? { key } : {}) });
const sent = async (input: object): Promise<string> => {
  const answer = await send('staff', input);
  expect(answer.status).toBe(200);
  await jobsDone();
  return answer.body.email.id;
};
const upload = async (who: PersonName, name = 'photo.png'): Promise<StoredFile> =>
  (
    (await as(who).call(uploadFiles, { mount: 'agency', ...multipart({ name, content: smallPng }) })) as {
      file: StoredFile;
    }
  ).file;

describe('POST email', () => {
  test('sends the text under the agency’s name, with the sender as reply address, copies and files', async () => {
    const [plan, picture] = [await upload('staff', 'plan.png'), await upload('staff', 'dedans.png')];
    const to = `${randomUUID()}@exemple.fr`;
    await sent(
      draft({
        to: [to],
        cc: ['c@exemple.fr'],
        bcc: ['b@exemple.fr'],
        message: `<p>Bonjour <strong>Zoé</strong></p><script>alert(1)</script><img data-file="${picture.id}" alt="Ici">`,
        lockedAttachments: [plan],
        attachments: [{ id: plan.id }],
      }),
    );
    const mail = await outbox.lastTo(to);
    expect(mail).toMatchObject({
      subject: 'Votre devis',
      from: { name: agency.name },
      replyTo: [{ address: 'contact@azur.example' }],
      cc: [{ address: 'c@exemple.fr' }],
    });
    expect(mail.html).toContain('<p>Bonjour <strong>Zoé</strong></p>');
    expect(mail.html).not.toContain('alert(1)');
    expect(mail.text).toMatch(/^Bonjour Zoé/);
    expect(mail.attachments.map(({ filename, disposition }) => [filename, disposition])).toEqual([
      ['dedans.png', 'inline'],
      ['plan.png', 'attachment'],
    ]);
    expect(mail.html).toContain(`src="cid:${picture.id}"`);
  });

  test('requires from, to and subject', async () => {
    for (const missing of ['from', 'to', 'subject']) {
      const answer = await send('staff', draft({ [missing]: undefined }));
      expect(answer).toMatchObject({ status: 400, body: { message: 'Missing parameters.' } });
      expect(answer.body.violations.map(({ path }: { path: string }) => path)).toEqual([missing]);
    }
    expect((await send('staff', draft({ to: [] }))).body.violations[0]).toEqual({ path: 'to', message: 'Obligatoire' });
  });

  test.each([
    ['to', { to: ['zoe@exemple.fr', 'pas une adresse'] }, 'to.1', 'Veuillez saisir une adresse mail valide'],
    ['cc', { cc: ['a@b.fr\r\nBcc: c@d.fr'] }, 'cc.0', 'Veuillez saisir une adresse mail valide'],
    ['bcc', { bcc: ['a@b.fr,c@d.fr'] }, 'bcc.0', 'Veuillez saisir une adresse mail valide'],
    ['too many', { bcc: Array.from({ length: 100 }, (_, n) => `a${n}@b.fr`) }, 'to', emailMessages.tooManyRecipients],
    ['somebody else’s address', { from: 'direction@banque.example' }, 'from', emailMessages.notYourAddress],
    ['an unknown file', { attachments: [{ id: randomUUID() }] }, 'attachments', emailMessages.missingFile],
    ['a picture of nobody', { message: `<img data-file="${randomUUID()}">` }, 'message', emailMessages.missingFile],
  ])('refuses %s on its field, and sends nothing', async (_, wrong, path, message) => {
    const before = await sql('select 1 from emails');
    expect((await send('staff', draft(wrong))).body.violations).toEqual([{ path, message }]);
    expect(await sql('select 1 from emails')).toHaveLength(before.length);
  });

  test('refuses files that its sender cannot see, in both kinds of attachments', async () => {
    const theirs = (
      (await as('foreignOwner').call(uploadFiles, {
        mount: 'agency',
        ...multipart({ name: 'x.png', content: smallPng }),
      })) as { file: StoredFile }
    ).file;
    const colleague = await upload('powerless', 'prive.png');
    for (const { id } of [theirs, colleague])
      for (const name of ['attachments', 'lockedAttachments'])
        expect((await send('staff', draft({ [name]: [{ id }] }))).status).toBe(400);
  });

  test('a subject of several lines becomes one line', async () => {
    const to = `${randomUUID()}@exemple.fr`;
    await sent(draft({ to: [to], subject: 'Devis\r\nBcc: pirate@exemple.fr' }));
    const mail = await outbox.lastTo(to);
    expect(mail.subject).toBe('Devis Bcc: pirate@exemple.fr');
    expect(mail.bcc).toBeUndefined();
  });

  test('a repeated request with the same key sends once', async () => {
    const [to, key] = [`${randomUUID()}@exemple.fr`, randomUUID()];
    const [first, second] = [
      await send('staff', draft({ to: [to] }), key),
      await send('staff', draft({ to: [to] }), key),
    ];
    expect(second.body).toEqual(first.body);
    await jobsDone();
    expect(await outbox.to(to)).toHaveLength(1);
    const lines = await sql('select action, author from audit where entity_id = $1', [first.body.email.id]);
    expect(lines).toEqual([{ action: 'send', author: people.staff.fullname }]);
  });

  test('stops at a thousand recipients an hour', async () => {
    const clerk = await here.hire(`pressé${randomUUID().slice(0, 8)}`, { of: 'azur', rights: ['sendDocument'] });
    const write = (to: string[]): Promise<Answer> =>
      as(clerk).answer(sendEmail, { mount: 'agency', input: draft({ to, from: clerk.email }) });
    await sql(
      `insert into emails (agency_id, id, recipients, pending, subject, reason, user_id)
        select $1, gen_random_uuid(), array(select 'a' || n || '@b.fr' from generate_series(1, 999) n), '{}', 'x', 'sendEmail', $2`,
      [agency.id, clerk.id],
    );
    expect(await write(['a@b.fr', 'c@d.fr'])).toMatchObject({
      status: 429,
      body: { message: emailMessages.tooManyAnHour },
    });
    expect((await write(['a@b.fr'])).status).toBe(200);
    expect((await send('staff', draft())).status).toBe(200);
  });

  test('an agent with the usual rights cannot write mails; the right for it can be granted', async () => {
    const write = () => as('agent').answer(sendEmail, { mount: 'agent', input: draft({ from: people.agent.email }) });
    expect(await write()).toMatchObject({ status: 403, body: { right: 'sendOwnEmail' } });
    await sql(`update agents set rights = array_append(rights, 'sendOwnEmail') where id = $1`, [
      people.agent.profile?.id,
    ]);
    expect((await write()).status).toBe(200);
    await sql(`update agents set rights = array_remove(rights, 'sendOwnEmail') where id = $1`, [
      people.agent.profile?.id,
    ]);
  });

  test('needs a right to send a document of the agency', async () => {
    expect(await send('powerless', draft())).toMatchObject({ status: 403, body: { right: 'sendDocument' } });
    const clerk = await here.hire(`devis${randomUUID().slice(0, 8)}`, { of: 'azur', rights: ['sendEstimate'] });
    const own = await as(clerk).call(listSenders, { mount: 'agency' });
    expect(own).toEqual({
      senders: [
        { address: 'contact@azur.example', name: agency.name },
        { address: clerk.email, name: agency.name },
      ],
    });
    expect((await as(clerk).answer(sendEmail, { mount: 'agency', input: draft({ from: clerk.email }) })).status).toBe(
      200,
    );
  });
});

describe('the events of mails', () => {
  const list = async (who: PersonName, input: object = {}) =>
    (await as(who).call(listEvents, { mount: 'agency', input })) as {
      emailEvents: { id: string; event: string; email: string; emailSubject: string; date: string }[];
      filtered: number;
    };

  test('are listed 25 per page, the latest first, with recipient and subject', async () => {
    const to = Array.from({ length: 15 }, (_, n) => `suivi${n}@exemple.fr`);
    await sent(draft({ to, subject: 'À tous' }));
    const { emailEvents, filtered } = await list('staff', { filters: { email: 'suivi' } });
    expect(filtered).toBe(30);
    expect(emailEvents).toHaveLength(25);
    expect(Object.keys(emailEvents[0] ?? {}).sort()).toEqual([
      'createdAt',
      'date',
      'email',
      'emailSubject',
      'event',
      'id',
      'version',
    ]);
    expect(emailEvents[0]).toMatchObject({ event: 'sent', emailSubject: 'À tous' });
    const days = emailEvents.map(({ date }) => date);
    expect(days).toEqual([...days].sort().reverse());
    const first = await list('staff', {
      filters: { email: 'suivi', event: ['request'] },
      orderBy: 'date',
      ascending: true,
    });
    expect(first.filtered).toBe(15);
  });

  test('are searched by recipient and by subject, until they are wiped; the palette leaves them out', async () => {
    const word = `zq${randomUUID().slice(0, 8)}`;
    await sent(draft({ to: [`${word}@exemple.fr`], subject: 'Relève du Phare' }));
    const found = async (query: string) => (await list('owner', { query })).emailEvents.map(({ email }) => email);
    expect(new Set(await found(`${word} releve`))).toEqual(new Set([`${word}@exemple.fr`]));
    expect(await found(`${word} devis`)).toEqual([]);
    const { results } = (await as('owner').call(searchRecords, { mount: 'agency', input: { query: word } })) as {
      results: unknown[];
    };
    expect(results).toEqual([]);
    await sql(`update email_events set email = 'efface@invalid' where email = $1`, [`${word}@exemple.fr`]);
    expect(await found(word)).toEqual([]);
    await sql(`delete from email_events where email = 'efface@invalid'`);
    const left = `select from search s where s.entity = 'emailEvent' and not exists (select from email_events v where v.id = s.id)`;
    expect(await sql(left)).toEqual([]);
  });

  test('are listed for one agency only', async () => {
    expect((await list('foreignOwner')).filtered).toBe(0);
  });
});

describe('the content of a mail', () => {
  const ask = (who: PersonName, id: string, endpoint: Endpoint = readEmailContent): Promise<Answer> =>
    as(who).answer(endpoint, { mount: 'agency', params: { id } });

  test('is shown to the owner, by the id of the mail or of an event', async () => {
    const file = await upload('staff', 'joint.png');
    const id = await sent(draft({ bcc: ['b@exemple.fr'], attachments: [file] }));
    const [event] = await sql<{ id: string }>('select id from email_events where email_id = $1', [id]);
    for (const asked of [id, event?.id ?? '']) {
      expect((await ask('owner', asked)).body.email).toMatchObject({
        id,
        from: 'contact@azur.example',
        to: ['zoe@exemple.fr'],
        bcc: ['b@exemple.fr'],
        message: '<p>Bonjour <strong>Zoé</strong></p>',
        author: people.staff.fullname,
      });
      const { attachments } = (await ask('owner', asked, listEmailAttachments)).body;
      expect(attachments).toMatchObject([{ id: file.id, name: 'joint.png' }]);
    }
    expect((await as('owner').answer(downloadFile, { mount: 'agency', params: { id: file.id } })).status).toBe(200);
    expect((await as('powerless').answer(downloadFile, { mount: 'agency', params: { id: file.id } })).status).toBe(404);
  });

  test('of the application shows tags that somebody typed as they are', async () => {
    const paragraphs = ['« CDI <b>gras</b> <script>x</script> » attend :\nvotre signature'];
    await here.database.platformTransaction((db) =>
      createMailer(here).send([{ to: 'tags@exemple.fr', subject: 'Balises', paragraphs }], {
        ...{ db, agency: agency.id, caller: null, host: null, reason: 'test', now: new Date() },
      }),
    );
    const [mail] = await sql<{ id: string }>(`select id from emails where subject = 'Balises'`);
    expect((await ask('owner', mail?.id ?? '')).body.email.message).toBe(
      '<p>« CDI &lt;b&gt;gras&lt;/b&gt; &lt;script&gt;x&lt;/script&gt; » attend :</p><p>votre signature</p>',
    );
  });

  test('is shown to nobody else, neither staff, support nor admin', async () => {
    const id = await sent(draft());
    const holder = await here.hire(`curieux${randomUUID().slice(0, 8)}`, {
      of: 'azur',
      rights: ['listEmailEvents', 'readEmail', 'downloadEmailAttachment'],
    });
    for (const endpoint of [readEmailContent, listEmailAttachments]) {
      const right = endpoint === readEmailContent ? 'readEmail' : 'downloadEmailAttachment';
      for (const who of ['staff', 'powerless', 'support', 'admin', 'superAdmin'] as const) {
        const answer = await as(who).answer(endpoint, { mount: 'agency', params: { id, agencyId: agency.id } });
        expect(answer, who).toMatchObject({ status: 403, body: { right } });
      }
      expect((await as(holder).answer(endpoint, { mount: 'agency', params: { id } })).status).toBe(403);
    }
    expect((await ask('foreignOwner', id)).status).toBe(404);
  });

  test('the database policies show it only to the owner', async () => {
    await sent(draft());
    const seen = async (user: string, agent: string | null = null): Promise<number> => {
      const context = { agency: agency.id, agent, customer: null, user };
      const [row] = await here.database.read<{ n: number }>(context, {
        text: 'select count(*)::integer as n from emails',
      });
      return row?.n ?? 0;
    };
    expect(await seen(people.owner.id)).toBeGreaterThan(0);
    expect(await seen(people.owner.id, people.owner.profile?.id)).toBe(0);
    for (const name of ['staff', 'support', 'superAdmin', 'foreignOwner'] as const)
      expect(await seen(people[name].id), name).toBe(0);
  });

  test('support acting for the owner reads it too (decision 10)', async () => {
    const id = await sent(draft());
    const { token } = await sessionOf('support');
    const acting = await anonymous
      .with(token)
      .call(switchProfile, { input: { userCompany: { id: people.owner.profile?.id as string } } });
    const client = as('owner').with(acting.token);
    expect((await client.answer(readEmailContent, { mount: 'agency', params: { id } })).status).toBe(200);
  });

  test('an invitation is tracked, and nobody can read its link', async () => {
    const email = `${randomUUID()}@exemple.fr`;
    await sql('update contacts set user_id = null, email = $2 where id = $1', [people.customer.profile?.id, email]);
    await as('owner').call(invite, { mount: 'agency', params: { id: people.customer.profile?.id as string } });
    await jobsDone();
    const [event] = await sql<{ id: string }>('select id from email_events where email = $1', [email]);
    expect((await ask('owner', event?.id ?? '')).body.email).toMatchObject({ to: [email], message: null });
  });

  test('an unknown mail is a 404', async () => {
    for (const id of [randomUUID(), 'x']) expect((await ask('owner', id)).status).toBe(404);
  });
});
