// What becomes of a note that was sent: a new version, or its withdrawal.
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import {
  deleteInformationNote,
  InformationNote,
  markInformationNote,
  remindInformationNote,
  reviseInformationNote,
} from '#core/notes/note.ts';
import { unreadNotifications } from '#core/notifications/calls.ts';
import { type AnyRow, endpointOf } from '#server/testing/client.ts';
import { writerOf } from '#server/testing/notes.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, people } = here;
const { saved, move, published, read, readersOf } = writerOf(here);

let note: AnyRow;
beforeEach(async () => {
  note = await published({ recipients: 'CHOSEN', agents: [{ id: people.agent.profile?.id }] });
});

test('deleting a note that was sent withdraws it and keeps its receipts; a draft is deleted', async () => {
  expect((await as('owner').answer(deleteInformationNote, { params: { id: note.id } })).status).toBe(204);
  expect((await read('owner', note.id)).body.informationNote.status).toBe(400);
  expect((await read('agent', note.id)).status).toBe(404);
  expect(await readersOf(note.id)).toEqual(['Agent Test']);
  expect((await as('owner').answer(deleteInformationNote, { params: { id: note.id } })).status).toBe(409);
  const draft = await saved(InformationNote, { title: 'Brouillon' });
  expect((await as('owner').answer(deleteInformationNote, { params: { id: draft.id } })).status).toBe(204);
  expect((await read('owner', draft.id)).status).toBe(404);
});

test('a new version of a confirmed note asks for confirmation again and keeps the proof of the old one', async () => {
  const confirm = async (id: string): Promise<void> => {
    const { receiptId } = (await read('agent', id)).body.informationNote;
    await as('agent').call(markInformationNote, {
      mount: 'agent',
      params: { id: receiptId },
      input: { acknowledged: true },
    });
  };
  await confirm(note.id);
  const changed = await as('owner').answer(endpointOf(InformationNote, 'save'), {
    mount: 'agency',
    input: { id: note.id, title: 'Autre texte' },
  });
  expect(changed.body.message).toContain('Nouvelle version');
  const revise = () => as('owner').call(reviseInformationNote, { params: { id: note.id }, input: {} });
  const typed = (draft: object) =>
    as('owner').answer(reviseInformationNote, { params: { id: note.id }, input: { note: draft } });
  expect(await typed({ title: '' })).toMatchObject({ status: 400, body: { violations: [{ path: 'note.title' }] } });
  expect((await typed({ edition: 9 })).status).toBe(400);
  const { id } = (await typed({ title: 'Tenue d’hiver' })).body as { id: string };
  expect((await revise()).id).toBe(id);
  expect((await read('owner', id)).body.informationNote).toMatchObject({
    status: 200,
    edition: 2,
    replaces: { id: note.id },
    recipients: 'CHOSEN',
    acknowledgedCount: 0,
  });
  // The old version applies until the new one is published.
  expect((await read('agent', note.id)).status).toBe(200);
  await move(id, 'publish');
  expect((await read('agent', note.id)).status).toBe(404);
  expect((await read('agent', id)).body.informationNote).toMatchObject({
    title: 'Tenue d’hiver',
    acknowledgedAt: null,
  });
  expect((await read('owner', note.id)).body.informationNote).toMatchObject({
    status: 300,
    title: 'Tenue',
    edition: 1,
    acknowledgedCount: 1,
  });
  const again = await as('owner').answer(endpointOf(InformationNote, 'act'), {
    params: { id: note.id, type: 'publish' },
  });
  expect(again).toMatchObject({ status: 409, body: { message: expect.stringContaining('version plus récente') } });
  await confirm(id);
  expect((await read('owner', id)).body.informationNote.acknowledgedCount).toBe(1);
});

test('a new version that waits is not overwritten by one that somebody else typed meanwhile', async () => {
  const typed = (title: string) =>
    as('owner').answer(reviseInformationNote, { params: { id: note.id }, input: { note: { title } } });
  const { id } = (await typed('Tenue d’hiver')).body as { id: string };
  expect(await typed('Tenue d’été')).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('attend déjà') },
  });
  expect((await read('owner', id)).body.informationNote.title).toBe('Tenue d’hiver');
});

test('a note that is withdrawn or replaced leaves no unread notification, nor do its reminders', async () => {
  const person = await here.hire(`prevenu${randomUUID().slice(0, 6)}`, {
    of: 'azur',
    rights: ['listOwnInformationNotes'],
    plannable: true,
  });
  const unread = async () => (await as(person).call(unreadNotifications)).unread;
  const one = await published({ recipients: 'CHOSEN', agents: [{ id: person.profile?.id }] });
  await as('owner').call(remindInformationNote, { params: { id: one.id } });
  expect(await unread()).toBe(2);
  const { id } = await as('owner').call(reviseInformationNote, { params: { id: one.id }, input: {} });
  await move(id, 'publish');
  expect(await unread()).toBe(1);
  await as('owner').call(deleteInformationNote, { params: { id } });
  expect(await unread()).toBe(0);
});
