// What a telephone announced opens nothing: a digest is no proof that somebody holds the content.
import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { readBadgeInfos } from '#core/agents/badge.ts';
import { enrolDevice, sendEvent } from '#core/field/calls.ts';
import { downloadFile, fileMessages, saveOwnPicture, uploadFiles, zipFiles } from '#core/files/files.ts';
import { readStorage } from '#core/files/storage.ts';
import { sendEmail } from '#core/mail/email.ts';
import { requestOwnExport } from '#core/privacy/person.ts';
import { endpointOf } from '#server/testing/client.ts';
import { multipart, png } from '#server/testing/files.ts';
import { logOf } from '#server/testing/logbook.ts';
import { world } from '#server/testing/world.ts';
import { unzipped } from '#server/testing/zip.ts';

const here = await world();
const { as, sql, agency, people } = here;
const { site, service } = await logOf(here);
const agent = as('agent');
const agentId = people.agent.profile?.id as string;

const secret = png(40, 40, [1, 2, 3]);
const sha256 = createHash('sha256').update(secret).digest('hex');
await as('foreignOwner').call(uploadFiles, { mount: 'agency', ...multipart({ name: 'secret.png', content: secret }) });

const device = randomUUID();
await agent.call(enrolDevice, { mount: 'agent', input: { id: device, name: 'Téléphone' } });
const id = randomUUID();
await agent.call(sendEvent, {
  mount: 'agent',
  params: { messageType: 'logbook-entry' },
  input: {
    event: {
      ...{ uuid: randomUUID(), device, rank: 1, createdAt: new Date().toISOString(), clockOffset: 0, service },
      payload: { type: 123, site, finding: randomUUID() },
      photos: [{ id, sha256, size: 5_000_000 }],
    } as never,
    waiting: 0,
  },
});

const refusedAt = (path: string) => ({
  status: 400,
  body: { violations: [{ path, message: fileMessages.awaited }] },
});

test('the digest of another agency’s file opens nothing: neither the file, nor a zip, nor the export of one’s data', async () => {
  expect((await agent.answer(downloadFile, { mount: 'agent', params: { id } })).status).toBe(409);
  const zip = await agent.answer(zipFiles, { mount: 'agent', input: { urls: [`/file/${id}`] } });
  expect(zip.status).toBe(409);
  const { export: asked } = await agent.call(requestOwnExport);
  await here.jobsDone();
  const { token } = await here.sessionOf('agent');
  const { rawPayload } = await here.app.inject({
    method: 'GET',
    url: `/api/user/data-export/${asked.id}/file`,
    headers: { authorization: `Bearer ${token}` },
  });
  const names = Object.keys(await unzipped(rawPayload));
  expect(names).toContain('donnees.json');
  expect(names.filter((name) => name.startsWith('fichiers/'))).toEqual([]);
});

test('nobody names it as a picture of a person or an attachment before it arrived', async () => {
  expect(await agent.answer(saveOwnPicture, { mount: 'agent', input: { file: { id } } })).toMatchObject(
    refusedAt('file'),
  );
  const { agent: kept } = (await as('owner').call(endpointOf(Agent, 'read'), { params: { id: agentId } })) as {
    agent: Record<string, unknown>;
  };
  const saved = await as('owner').answer(endpointOf(Agent, 'save'), { input: { ...kept, profilePicture: { id } } });
  expect(saved).toMatchObject(refusedAt('profilePicture'));
  await sql(`update agencies set email = 'contact@azur.example' where id = $1`, [agency.id]);
  const mail = {
    ...{ from: 'contact@azur.example', to: ['zoe@exemple.fr'], subject: 'Photo', message: '<p>Voici</p>' },
    attachments: [{ id }],
  };
  expect(await as('owner').answer(sendEmail, { mount: 'agency', input: mail })).toMatchObject(refusedAt('attachments'));
  expect(
    await as('owner').answer(sendEmail, {
      mount: 'agency',
      input: { ...mail, attachments: [], message: `<p><img data-file="${id}"></p>` },
    }),
  ).toMatchObject({ status: 400 });
});

test('a row that names it anyway shows nothing, keeps no content, and takes no room', async () => {
  await sql('update agents set profile_picture_id = $2 where id = $1', [agentId, id]);
  const [row] = await sql<{ code: string }>('select badge_code as code from agents where id = $1', [agentId]);
  const { badge } = await here.anonymous.call(readBadgeInfos, { params: { code: row?.code ?? '' } });
  expect(badge.photoUrl).toBe(null);
  await sql('update agents set profile_picture_id = null where id = $1', [agentId]);
  expect(await sql('select hash, announced from files where id = $1', [id])).toEqual([
    { hash: null, announced: sha256 },
  ]);
  const kept = await sql<{ n: number }>('select count(*)::integer as n from kept_contents where hash = $1', [sha256]);
  expect(kept).toEqual([{ n: 1 }]);
  expect(await as('owner').call(readStorage, { mount: 'agency' })).toMatchObject({ storage: { used: 0 } });
});

test('the database refuses a content other than the announced one, and a hash without content', async () => {
  await expect(sql('update files set hash = $2, awaited = false where id = $1', [id, 'b'.repeat(64)])).rejects.toThrow(
    'files_announced_check',
  );
  await expect(sql('update files set hash = announced where id = $1', [id])).rejects.toThrow('files_awaited_check');
});
