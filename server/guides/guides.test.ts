// Tutorials, useful documents, videos, improvement requests and referrals (AB-020..AB-030, AB-037, AB-038, C-060).
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { downloadFile } from '#core/files/files.ts';
import { Feedback } from '#core/guides/feedback.ts';
import {
  readGuideFile,
  readTutorials,
  readUsefulDocs,
  saveTutorials,
  saveUsefulDocs,
  uploadGuideFile,
} from '#core/guides/guide-calls.ts';
import { giveFeedback, guideMessages, sendReferral } from '#core/guides/people-calls.ts';
import type { TutorialCategory } from '#core/guides/tutorials.ts';
import {
  addressTwice,
  descriptionTooLong,
  listTutorialVideos,
  readScreenVideos,
  removeTutorialVideo,
  saveTutorialVideo,
} from '#core/guides/video-calls.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { endpointOf } from '#server/testing/client.ts';
import { multipart, smallPng } from '#server/testing/files.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { anonymous, as, agency, people, sql, outbox, environment, app } = here;

/** As the operator's file does. */
async function open(...modules: string[]): Promise<void> {
  const on = Object.fromEntries(modules.map((name) => [name, true]));
  await writeFile(environment.tenantsFile, JSON.stringify({ '*': { modules: on } }));
  await servicesOf(app).tenants.look();
}

const upload = async (name: string): Promise<string> =>
  (await as('admin').call(uploadGuideFile, multipart({ name, content: smallPng }))).file.id;
const src = 'https://videos.example/premiers-pas';
const version = async (kind: 'tutorials' | 'usefulDocs'): Promise<number> =>
  (await sql<{ version: number }>('select version from guides where kind = $1', [kind]))[0]?.version ?? 0;
const saveTree = async (tutorials: unknown, given?: number) =>
  as('admin').answer(saveTutorials, { input: { tutorials, version: given ?? (await version('tutorials')) } });

describe('tutorials', () => {
  test('a category needs a label and an https link, a document a label and a named file (AB-022)', async () => {
    const file = { id: randomUUID(), name: 'guide.pdf' };
    const paths = async (category: object): Promise<unknown> =>
      (await saveTree([category])).body.violations?.map(({ path }: { path: string }) => path);
    expect(await paths({ src })).toEqual(['tutorials.0.label']);
    expect(await paths({ label: 'Planning' })).toEqual(['tutorials.0.src']);
    for (const bad of [
      'planning',
      'javascript:alert(1)',
      'http://x.example',
      'https://a:b@x.example',
      'https://localhost',
    ])
      expect(await paths({ label: 'Planning', src: bad }), bad).toEqual(['tutorials.0.src']);
    expect(await paths({ label: 'Planning', src, documents: [{ file }] })).toEqual(['tutorials.0.documents.0.label']);
    expect(await paths({ label: 'Planning', src, documents: [{ label: 'Guide' }] })).toEqual([
      'tutorials.0.documents.0.file',
    ]);
    expect(
      await paths({ label: 'Planning', src, documents: [{ label: 'G', file: { id: file.id, name: ' ' } }] }),
    ).toEqual(['tutorials.0.documents.0.file.name']);
    expect(await paths({ label: 'Planning', src, roles: ['customer'] })).toEqual(['tutorials.0.roles.0']);
    expect(await paths({ label: 'Planning', src, isGranted: ['everything'] })).toEqual(['tutorials.0.isGranted.0']);
    const unknownFile = await saveTree([{ label: 'Planning', src, documents: [{ label: 'Guide', file }] }]);
    expect(unknownFile).toMatchObject({ status: 400, body: { message: guideMessages.missingFile } });
    const deep = (levels: number): object => ({ label: 'N', src, children: levels > 1 ? [deep(levels - 1)] : [] });
    expect((await saveTree([deep(3)])).status).toBe(200);
    expect((await saveTree([deep(4)])).status).toBe(400);
  });

  test('a reader receives what his role and one of his rights open; a closed category closes what is below (C-060)', async () => {
    const ids = [await upload('a.png'), await upload('b.png')] as [string, string];
    const document = (label: string, id: string, more: object = {}) => ({
      label,
      file: { id, name: `${label}.png` },
      ...more,
    });
    const tree = [
      {
        label: 'Pour tous',
        src,
        documents: [document('Ouvert', ids[0]), document('Pour l’équipe', ids[1], { roles: ['staff'] })],
      },
      { label: 'Agents', src, roles: ['agent'] },
      { label: 'Équipe', src, roles: ['staff'], children: [{ label: 'Dessous', src }] },
      { label: 'Responsables', src, roles: ['owner'], documents: [document('Réservé', ids[1])] },
      { label: 'Marges', src, isGranted: ['listMargins', 'readDashboard'] },
    ];
    expect((await saveTree(tree)).status).toBe(200);
    const labels = (of: readonly TutorialCategory[]): unknown[] =>
      of.map(({ label, documents, children }) => [label, documents.map((one) => one.label), labels(children)]);
    const read = async (person: 'owner' | 'powerless' | 'agent' | 'support') =>
      labels((await as(person).call(readTutorials, person === 'support' ? { mount: 'platform' } : {})).tutorials);
    const all = ['Pour tous', ['Ouvert', 'Pour l’équipe'], []];
    const team = ['Équipe', [], [['Dessous', [], []]]];
    expect(await read('support')).toHaveLength(5);
    expect(await read('owner')).toEqual([all, team, ['Responsables', ['Réservé'], []], ['Marges', [], []]]);
    expect(await read('powerless')).toEqual([all, team]);
    const ofAgent = await read('agent');
    expect(ofAgent.slice(0, 2)).toEqual([
      ['Pour tous', ['Ouvert'], []],
      ['Agents', [], []],
    ]);
    expect(JSON.stringify(ofAgent)).not.toMatch(/Équipe|Dessous|Responsables/);
    // The file follows the tree, by whatever path.
    const file = async (person: 'owner' | 'agent' | 'powerless', id: string): Promise<number> =>
      (await as(person).answer(readGuideFile, { params: { id } })).status;
    expect([await file('agent', ids[0]), await file('agent', ids[1]), await file('owner', ids[1])]).toEqual([
      200, 404, 200,
    ]);
    expect((await as('owner').answer(downloadFile, { params: { id: ids[0] } })).status).toBe(404);
    expect(await file('owner', 'x')).toBe(404);
    expect((await as('customer').inject({ method: 'GET', url: `/api/agency/${agency.id}/tutorials` })).status).toBe(
      403,
    );
  });

  test('a version that somebody else saved is refused, not overwritten; nothing is kept of a refusal', async () => {
    const before = await version('tutorials');
    expect((await saveTree([], before - 1)).status).toBe(409);
    const [one, other] = await Promise.all([saveTree([], before), saveTree([{ label: 'Deux', src }], before)]);
    expect(new Set([one.status, other.status])).toEqual(new Set([200, 409]));
    expect(await version('tutorials')).toBe(before + 1);
  });

  test.each(['support', 'owner', 'agent'] as const)('%s saves none', async (person) => {
    const input = { tutorials: [], version: await version('tutorials') };
    expect((await as(person).answer(saveTutorials, { input })).status).toBe(403);
  });
});

describe('useful documents', () => {
  test('a title is required, the text is sanitised, the files are named (AB-030)', async () => {
    const save = async (doc: object) =>
      as('admin').answer(saveUsefulDocs, { input: { usefulDocs: [doc], version: await version('usefulDocs') } });
    expect((await save({ title: ' ' })).body.violations[0].path).toBe('usefulDocs.0.title');
    const id = await upload('convention.png');
    const files = [{ label: 'La convention', file: { id, name: 'Convention.png' } }];
    const content = '<p onclick="x()">Lire</p><script>x()</script><img src="https://x.example/a.png">';
    const { body } = await save({ title: 'Convention', content, files });
    expect(body.usefulDocs[0]).toMatchObject({
      ...{ title: 'Convention', content: '<p>Lire</p>' },
      files: [{ label: 'La convention', file: { id, name: 'Convention.png', mimeType: 'image/png' } }],
    });
    expect((await as('owner').call(readUsefulDocs)).usefulDocs).toEqual(body.usefulDocs);
    // The right opens the list and its files.
    expect((await as('powerless').answer(readUsefulDocs)).body.right).toBe('listUsefulDocuments');
    expect((await as('powerless').answer(readGuideFile, { params: { id } })).status).toBe(404);
    const file = await as('owner').answer(readGuideFile, { params: { id } });
    expect(file.status).toBe(200);
    expect(file.headers['content-disposition']).toContain('Convention.png');
  });
});

describe('videos', () => {
  const save = (input: object) =>
    as('admin').answer(saveTutorialVideo, { input: { title: 'T', description: 'D', ...input } });

  test('title and description are required, addresses unique, a position is 0 unless given (AB-024..AB-027)', async () => {
    const fault = async (input: object): Promise<unknown> => {
      const [first] = (await save(input)).body.violations ?? [];
      return [first?.path, first?.message];
    };
    expect(await fault({ title: '' })).toEqual(['title', expect.any(String)]);
    expect(await fault({ description: ' ' })).toEqual(['description', expect.any(String)]);
    expect(await fault({ description: 'x'.repeat(5_001) })).toEqual(['description', descriptionTooLong]);
    expect(await fault({ urls: [src, src] })).toEqual(['urls', addressTwice]);
    expect(await fault({ urls: ['ftp://x.example'] })).toEqual(['urls.0', expect.stringContaining('https')]);
    expect(await fault({ routes: [{ route: 'a b', label: 'A' }] })).toEqual(['routes.0.route', 'Écran inconnu']);
    const { body } = await save({ description: 'x'.repeat(5_000), routes: [{ route: 'sites', label: 'Sites' }] });
    expect(body.video.routes).toEqual([{ id: expect.any(String), route: 'sites', label: 'Sites', position: 0 }]);
    await as('admin').call(removeTutorialVideo, { params: { id: body.video.id } });
  });

  test('are listed with the latest first, edited by their version and removed for good', async () => {
    await save({ title: 'Une' });
    const { body } = await save({ title: 'Deux' });
    const { id, version: first } = body.video;
    const titles = async () => (await as('support').call(listTutorialVideos)).videos.map(({ title }) => title);
    expect((await titles()).slice(0, 2)).toEqual(['Deux', 'Une']);
    expect((await save({ id, version: first, title: 'Trois' })).status).toBe(200);
    expect((await save({ id, version: first, title: 'Quatre' })).status).toBe(409);
    await as('admin').call(removeTutorialVideo, { params: { id } });
    expect((await as('admin').answer(removeTutorialVideo, { params: { id } })).status).toBe(404);
    expect((await titles())[0]).toBe('Une');
    for (const person of ['support', 'owner'] as const)
      expect((await as(person).answer(removeTutorialVideo, { params: { id } })).status).toBe(403);
    expect((await as('owner').answer(listTutorialVideos)).status).toBe(403);
  });

  test('a screen shows its own, in the order of their positions, while the module is on', async () => {
    const place = (position: number) => [{ route: 'planning', label: 'Planning', position }];
    await save({ title: 'Ensuite', routes: place(5) });
    await save({ title: 'D’abord', routes: place(1), urls: [src] });
    await save({ title: 'Ailleurs', routes: [{ route: 'sites', label: 'Sites' }] });
    const shown = async (person: 'owner' | 'agent' | 'customer', route = 'planning') =>
      (await as(person).call(readScreenVideos, { input: { route } })).videos.map(({ title }) => title);
    expect(await shown('owner')).toEqual([]);
    await open('tutorials');
    for (const person of ['owner', 'agent', 'customer'] as const)
      expect(await shown(person)).toEqual(['D’abord', 'Ensuite']);
    const hostile = { input: { route: `x' or true --` } };
    expect((await as('owner').answer(readScreenVideos, hostile)).status).toBe(400);
  });
});

describe('improvement requests', () => {
  const give = (person: 'owner' | 'agent' | 'customer', message = 'Un calendrier plus grand') =>
    as(person).answer(giveFeedback, { input: { message, page: 'adminPlanning' } });
  const list = async (input: object = {}) =>
    as('admin').call(endpointOf(Feedback, 'list'), { mount: 'platform', input });

  test('are taken from everybody once the module is on, and followed by the platform (AB-037)', async () => {
    await open();
    expect(await give('owner')).toMatchObject({ status: 404, body: { message: guideMessages.closed } });
    await open('feedback');
    for (const person of ['owner', 'agent', 'customer'] as const) expect((await give(person)).status, person).toBe(200);
    expect((await give('owner', '  ')).status).toBe(400);
    const foreign = { mount: 'agency', params: { agencyId: agency.id }, input: { message: 'Un autre' } } as const;
    expect((await as('support').answer(giveFeedback, foreign)).status).toBe(403);
    const { feedbacks } = (await list()) as { feedbacks: { id: string; agencyName: string; author: string }[] };
    expect(feedbacks).toHaveLength(3);
    expect(feedbacks[2]).toMatchObject({ agencyName: agency.name, author: people.owner.fullname, status: 100 });
    expect(((await list({ query: 'calendrier' })) as { filtered: number }).filtered).toBe(3);
    expect(((await list({ query: 'marges' })) as { filtered: number }).filtered).toBe(0);
    const { id } = feedbacks[0] as { id: string };
    const move = (person: 'admin' | 'support', type: string) =>
      as(person).answer(endpointOf(Feedback, 'act'), { mount: 'platform', params: { id, type } });
    expect((await move('support', 'study')).status).toBe(403);
    for (const [type, status] of [
      ['study', 200],
      ['complete', 300],
      ['decline', 400],
      ['study', 200],
    ] as const)
      expect((await move('admin', type)).body.feedback.status).toBe(status);
    for (const person of ['owner', 'support'] as const)
      expect((await as(person).answer(endpointOf(Feedback, 'list'), { mount: 'platform', input: {} })).status).toBe(
        403,
      );
  });

  test('twenty a day and person, also at once', async () => {
    await sql('delete from feedbacks');
    const answers = await Promise.all(Array.from({ length: 25 }, (_, index) => give('agent', `Idée ${index}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    expect((await give('owner')).status).toBe(200);
    await sql(`update feedbacks set created_at = created_at - interval '25 hours'`);
    expect((await give('agent')).status).toBe(200);
  });
});

describe('referrals', () => {
  const refer = (
    person: 'owner' | 'staff' | 'agent' | 'customer' | 'admin',
    email: string,
    message: string | null = null,
  ) => as(person).answer(sendReferral, { input: { email, message } });

  test('leave as a mail with a fixed text, the message only as words, for the staff of an agency (AB-038)', async () => {
    await open();
    expect((await refer('owner', 'a@garde.example')).status).toBe(404);
    await open('referral');
    expect((await anonymous.answer(sendReferral, { input: { email: 'a@garde.example' } })).status).toBe(401);
    for (const person of ['customer', 'admin'] as const)
      expect(await refer(person, 'a@garde.example'), person).toMatchObject({
        ...{ status: 409, body: { message: guideMessages.staffOnly } },
      });
    expect((await refer('owner', 'pas une adresse')).status).toBe(400);
    expect((await refer('owner', 'a@garde.example, b@garde.example')).status).toBe(400);
    expect((await refer('owner', 'consoeur@garde.example', 'Essayez <b>vite</b>')).status).toBe(204);
    await here.jobsDone();
    const mail = await outbox.lastTo('consoeur@garde.example');
    expect(mail.subject).toBe(`${agency.name} vous recommande Vigie`);
    expect(mail.text).toContain('Son message : « Essayez <b>vite</b> »');
    expect(mail.html).toContain('Essayez &lt;b&gt;vite&lt;/b&gt;');
    expect(mail.text).toContain(environment.publicUrl);
    // The address itself is not kept here.
    expect(JSON.stringify(await sql('select * from referrals'))).not.toContain('garde.example');
  });

  test('five a day and person; an address is written to once in thirty days, whoever asks', async () => {
    await open('referral');
    await sql('delete from referrals');
    expect((await refer('staff', 'une@garde.example')).status).toBe(204);
    expect(await refer('owner', ' UNE@garde.example ')).toMatchObject({
      ...{ status: 409, body: { message: guideMessages.referredAgain } },
    });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => refer('owner', `numero${index}@garde.example`)),
    );
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
    await sql(`update referrals set created_at = created_at - interval '31 days'`);
    expect((await refer('owner', 'une@garde.example')).status).toBe(204);
  });

  test('ten a day and agency, none during a trial, and no address in the message', async () => {
    await open('referral');
    await sql('delete from referrals');
    for (const message of ['Voyez http://piege.example', 'WWW.piege.example', 'hxxp://piege'])
      expect(await refer('owner', 'a@garde.example', message), message).toMatchObject({
        ...{ status: 400, body: { violations: [{ path: 'message', message: guideMessages.noAddress }] } },
      });
    await sql(
      `insert into referrals (id, user_id, sender_agency, recipient) select gen_random_uuid(), $1, $2, 'r' || n from generate_series(1, 9) n`,
      [here.people.admin.id, agency.id],
    );
    expect((await refer('owner', 'dix@garde.example')).status).toBe(204);
    expect(await refer('staff', 'onze@garde.example')).toMatchObject({
      ...{ status: 429, body: { message: guideMessages.manyOfAgency } },
    });
    await sql('delete from referrals');
    const trial = (ends: string) =>
      sql(
        `update agency_subscriptions set status = 100, is_free_trial_done = false, trial_ends_on = current_date + $2::integer where buyer_id = $1`,
        [agency.id, ends],
      );
    await trial('5');
    expect(await refer('owner', 'essai@garde.example')).toMatchObject({
      ...{ status: 409, body: { message: guideMessages.onTrial } },
    });
    await trial('-5');
    expect((await refer('owner', 'essai@garde.example')).status).toBe(204);
  });
});
