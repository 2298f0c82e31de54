// Whoever names a file in a record must be able to read it: a record opens its files to its readers.
import { expect, test } from 'vitest';
import { entityNamed } from '#core/entities.ts';
import { downloadFile } from '#core/files/files.ts';
import { endpointOf } from '#server/testing/client.ts';
import { fileOf } from '#server/testing/files.ts';
import type { Setting } from '#server/testing/requests.ts';
import { referTo } from '#server/testing/rows.ts';
import { minimalDraft } from '#server/testing/samples.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, people } = here;
const setting: Setting = { world: here, mount: 'agency', person: people.owner, where: 'own', fresh: true };

const [request, template] = [entityNamed('agentRequest'), entityNamed('agentContractTemplate')];
const clerk = await here.hire('guichet', {
  of: 'azur',
  rights: ['listAgentRequests', 'createAgentRequest', 'editAgentRequest'],
});
const writer = await here.hire('redacteur', {
  of: 'azur',
  rights: ['listAgentContractTemplates', 'createAgentContractTemplate', 'editAgentContractTemplate'],
});

test('a file that one may not read is not attached to one’s own record, and stays closed', async () => {
  const file = (await fileOf(setting)).id;
  const draft = minimalDraft(request, await referTo(request, setting));
  const save = (who: typeof clerk | 'owner') =>
    as(who).answer(endpointOf(request, 'save'), { mount: 'agency', input: { ...draft, attachments: [{ id: file }] } });
  expect(await save(clerk)).toMatchObject({
    status: 400,
    body: { violations: [{ path: 'attachments.0', message: 'Fichier introuvable' }] },
  });
  expect((await as(clerk).answer(downloadFile, { mount: 'agency', params: { id: file } })).status).toBe(404);
  // Whoever sent it attaches it; then the readers of the record read it, and may send the record back.
  const kept = await save('owner');
  expect(kept.status).toBe(200);
  const row = kept.body[request.name];
  const again = await as(clerk).answer(endpointOf(request, 'save'), { mount: 'agency', input: row });
  expect([again.status, again.body.message]).toEqual([200, undefined]);
});

test('nor is a picture that one may not read put into a text', async () => {
  const picture = (await fileOf(setting)).id;
  const draft = { ...minimalDraft(template, await referTo(template, setting)) };
  const html = Object.entries(template.fields).find(([, { kind }]) => kind === 'html')?.[0] as string;
  const save = (who: typeof writer | 'owner') =>
    as(who).answer(endpointOf(template, 'save'), {
      mount: 'agency',
      input: { ...draft, [html]: `<p><img data-file="${picture}"></p>` },
    });
  expect(await save(writer)).toMatchObject({
    status: 400,
    body: { violations: [{ path: html, message: 'Une image de ce texte est introuvable' }] },
  });
  expect((await save('owner')).status).toBe(200);
});
