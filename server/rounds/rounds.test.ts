import { beforeAll, describe, expect, test } from 'vitest';
import { Checkpoint, deleteCheckpoint, downloadCheckpointCodes, listCheckpoints } from '#core/rounds/checkpoint.ts';
import { type Direction, directions } from '#core/rounds/expected.ts';
import { deleteRound, Round } from '#core/rounds/round.ts';
import { Site } from '#core/sites/site.ts';
import { type Answer, type AnyRow, endpointOf } from '#server/testing/client.ts';
import { openPdf } from '#server/testing/pdf.ts';
import { world } from '#server/testing/world.ts';

const { as, app, agency, customer, otherCustomer, sessionOf, sql } = await world();
const owner = as('owner');

const saving = (of: typeof Checkpoint | typeof Round | typeof Site, input: object): Promise<Answer> =>
  owner.answer(endpointOf(of as never, 'save'), { mount: 'agency', input });
const saved = async (...[of, input]: Parameters<typeof saving>): Promise<AnyRow> => {
  const { status, body } = await saving(of, input);
  expect(body).toEqual(expect.objectContaining({ [of.name]: expect.anything() }));
  expect(status).toBe(200);
  return body[of.name];
};
const point = (title: string, more: object = {}): Promise<AnyRow> =>
  saved(Checkpoint, { title, site: { id: site.id }, ...more });
const passing = (...points: AnyRow[]): object => ({ checkpoints: points.map(({ id }) => ({ checkpoint: { id } })) });
const round = (name: string, more: object = {}): Promise<AnyRow> =>
  saved(Round, { name, site: { id: site.id }, ...more });
const namesOf = ({ checkpoints }: AnyRow): string[] =>
  checkpoints.map(({ checkpoint }: AnyRow) => checkpoint.name as string);

let site: AnyRow;
let elsewhere: AnyRow;
let gate: AnyRow;
let roof: AnyRow;
let far: AnyRow;
beforeAll(async () => {
  site = await saved(Site, { name: 'Entrepôt', customer: { id: customer.id } });
  elsewhere = await saved(Site, { name: 'Siège', customer: { id: customer.id } });
  [gate, roof] = [await point('Portail'), await point('Toiture')];
  far = await saved(Checkpoint, { title: 'Hall', site: { id: elsewhere.id } });
});

describe('a checkpoint', () => {
  test('gets a unique code that nobody chooses, and keeps it', async () => {
    const made = await point('Cour', { code: 'CHOISI' });
    expect(made.code).toMatch(/^[0-9A-F]{20}$/);
    expect(made.code).not.toBe(gate.code);
    const edited = await saved(Checkpoint, { id: made.id, code: 'AUTRE', title: 'Cour nord' });
    expect(edited.code).toBe(made.code);
  });

  test('has both coordinates or none; a virtual one needs them', async () => {
    const half = await saving(Checkpoint, { title: 'X', site: { id: site.id }, location: { latitude: 43.7 } });
    expect(half.body.violations).toEqual([{ path: 'location.longitude', message: 'Obligatoire' }]);
    const nowhere = await saving(Checkpoint, { title: 'X', site: { id: site.id }, type: 'VIRTUAL' });
    expect(nowhere.body.violations.map(({ path }: AnyRow) => path)).toEqual([
      'location.latitude',
      'location.longitude',
    ]);
    const placed = await point('Quai', { type: 'VIRTUAL', location: { latitude: 43.700123, longitude: 7.25 } });
    expect(placed.location).toEqual({ latitude: 43.700123, longitude: 7.25 });
  });

  test('a tag is unique in an agency; another agency may use the same', async () => {
    await point('Sous-sol', { tagId: '04:A2:2F:1B' });
    const again = await saving(Checkpoint, { title: 'Autre', site: { id: site.id }, tagId: '04:A2:2F:1B' });
    expect(again).toMatchObject({ status: 400, body: { violations: [{ path: 'tagId', message: 'Déjà utilisé' }] } });
    const foreign = as('foreignOwner');
    const { site: theirs } = (await foreign.call(endpointOf(Site, 'save'), {
      mount: 'agency',
      input: { name: 'Nord', customer: { id: otherCustomer.id } },
    })) as AnyRow;
    const made = await foreign.answer(endpointOf(Checkpoint, 'save'), {
      mount: 'agency',
      input: { title: 'Nord', site: { id: theirs.id }, tagId: '04:A2:2F:1B' },
    });
    expect(made.status).toBe(200);
  });

  test('is in the short list of one site or of all, while it is active', async () => {
    const old = await point('Ancien');
    await owner.call(endpointOf(Checkpoint, 'act'), { params: { id: old.id, type: 'archive' } });
    const titles = async (query?: Record<string, string>): Promise<string[]> => {
      const { status, body } = await owner.answer(listCheckpoints, { mount: 'agency', ...(query ? { query } : {}) });
      expect(status).toBe(200);
      return body.checkpoints.map(({ title }: AnyRow) => title);
    };
    expect(await titles({ site: elsewhere.id })).toEqual(['Hall']);
    expect(await titles()).toEqual(expect.arrayContaining(['Hall', 'Portail', 'Toiture']));
    expect(await titles()).not.toContain('Ancien');
    const wrong = await owner.answer(listCheckpoints, { mount: 'agency', query: { site: 'nulle-part' } });
    expect(wrong.status).toBe(400);
  });

  test('cannot be removed while a round uses it, on either path, with a message (O-016)', async () => {
    const used = await point('Local technique');
    const one = await round('Nuit', passing(used));
    const refused = {
      status: 409,
      body: {
        message: 'Ce point de contrôle est utilisé dans une ronde : retirez-l’en d’abord, ou archivez-le.',
      },
    };
    expect(await owner.answer(deleteCheckpoint, { mount: 'agency', params: { id: used.id } })).toMatchObject(refused);
    const move = { params: { id: used.id, type: 'delete' } };
    expect(await owner.answer(endpointOf(Checkpoint, 'act'), move)).toMatchObject(refused);
    await saved(Round, { id: one.id, checkpoints: [] });
    expect((await owner.answer(deleteCheckpoint, { mount: 'agency', params: { id: used.id } })).status).toBe(204);
    expect(await sql('select 1 from checkpoints where id = $1', [used.id])).toEqual([]);
    expect(await sql(`select 1 from audit where entity_id = $1 and action = 'delete'`, [used.id])).toHaveLength(1);
  });

  test('cannot change its site while a round uses it', async () => {
    const used = await point('Passage');
    await round('Jour', passing(used));
    const relocated = await saving(Checkpoint, { id: used.id, site: { id: elsewhere.id } });
    expect(relocated).toMatchObject({
      status: 400,
      body: {
        violations: [
          { path: 'site', message: 'La ronde « Jour » passe par ce point : il ne peut pas changer de site' },
        ],
      },
    });
    expect((await saving(Checkpoint, { id: far.id, site: { id: site.id } })).status).toBe(200);
    await saved(Checkpoint, { id: far.id, site: { id: elsewhere.id } });
  });
});

describe('a round', () => {
  test('keeps its checkpoints in order, and stores a new order', async () => {
    const made = await round('Périmètre', passing(roof, gate));
    expect(namesOf(made)).toEqual(['Toiture', 'Portail']);
    expect(made).toMatchObject({ checkpointCount: 2, customer: { id: customer.id }, grantedDirections: ['forward'] });
    const [first, second] = made.checkpoints;
    const turned = await saved(Round, { id: made.id, checkpoints: [second, first] });
    expect(namesOf(turned)).toEqual(['Portail', 'Toiture']);
    expect(turned.checkpoints.map(({ id }: AnyRow) => id)).toEqual([second.id, first.id]);
  });

  test('uses only checkpoints of its site, and reports each other one', async () => {
    const refused = await saving(Round, { name: 'Mêlée', site: { id: site.id }, ...passing(gate, far) });
    expect(refused).toMatchObject({
      status: 400,
      body: {
        violations: [{ path: 'checkpoints.1.checkpoint', message: 'Ce point de contrôle est sur un autre site' }],
      },
    });
    const made = await round('Déplacée', passing(gate));
    const relocated = await saving(Round, { id: made.id, site: { id: elsewhere.id } });
    expect(relocated.body.violations).toEqual([
      { path: 'site', message: 'Les points de contrôle de la ronde sont sur un autre site' },
    ]);
    const together = await saving(Round, { id: made.id, site: { id: elsewhere.id }, ...passing(far) });
    expect(together.status).toBe(200);
  });

  test('the database refuses a checkpoint of another site', async () => {
    const made = await round('Sûre');
    await expect(
      sql(
        `insert into round_checkpoints (agency_id, id, round_id, checkpoint_id)
          select agency_id, gen_random_uuid(), id, $2 from rounds where id = $1`,
        [made.id, far.id],
      ),
    ).rejects.toThrow('a round passes points of its own site');
  });

  test('allows at least one valid direction', async () => {
    const granting = (...grantedDirections: string[]): Promise<Answer> =>
      saving(Round, { name: 'Sens', site: { id: site.id }, grantedDirections });
    expect((await granting()).body.violations).toEqual([{ path: 'grantedDirections', message: 'Obligatoire' }]);
    expect((await granting('sideways')).status).toBe(400);
    const all = Object.keys(directions) as Direction[];
    expect((await granting(...all)).body.round.grantedDirections).toEqual(all);
  });

  test('is found by its customer and by its site (O-009)', async () => {
    const names = async (filters: object): Promise<string[]> => {
      const { rounds } = (await owner.call(endpointOf(Round, 'list'), {
        mount: 'agency',
        input: { filters, limit: 100 },
      })) as AnyRow;
      return rounds.map(({ name }: AnyRow) => name);
    };
    const lonely = await saved(Round, { name: 'Du siège', site: { id: elsewhere.id } });
    expect(await names({ site: 'all', customer: 'all' })).toContain('Du siège');
    expect(await names({ site: [elsewhere.id] })).toContain('Du siège');
    expect(await names({ site: [site.id] })).not.toContain('Du siège');
    expect(await names({ customer: [customer.id] })).toContain('Du siège');
    expect(await names({ customer: [crypto.randomUUID()] })).toEqual([]);
    expect((await owner.answer(deleteRound, { mount: 'agency', params: { id: lonely.id } })).status).toBe(204);
    expect(await names({ site: [elsewhere.id] })).not.toContain('Du siège');
  });

  test('is removed with its site and its checkpoints', async () => {
    const gone = await saved(Site, { name: 'Provisoire', customer: { id: customer.id } });
    const own = await saved(Checkpoint, { title: 'Seul', site: { id: gone.id } });
    await saved(Round, { name: 'Brève', site: { id: gone.id }, ...passing(own) });
    const removed = await owner.answer(endpointOf(Site, 'act'), { params: { id: gone.id, type: 'delete' } });
    expect(removed.status).toBe(204);
    expect(await sql('select 1 from checkpoints where site_id = $1', [gone.id])).toEqual([]);
  });
});

describe('sheets of codes', () => {
  const sheet = (input: object): Promise<Answer> => owner.answer(downloadCheckpointCodes, { mount: 'agency', input });
  const opened = async (input: object) => {
    const { token } = await sessionOf('owner');
    const answer = await app.inject({
      method: 'POST',
      url: `/api/agency/${agency.id}/checkpoints/generate/qr-codes`,
      headers: { authorization: `Bearer ${token}` },
      payload: input,
    });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    return openPdf(answer.rawPayload);
  };
  const times = (text: string, word: string): number => text.split(word).length - 1;

  test('contain each code several times, with its name and its site (2 §9: four by default)', async () => {
    const { pages, text } = await opened({ checkpoints: [{ id: gate.id }, { id: far.id, qrCodesQuantity: 2 }] });
    expect(pages).toHaveLength(1);
    expect([times(text, 'Portail'), times(text, 'Hall')]).toEqual([4, 2]);
    expect([times(text, 'Entrepôt'), times(text, 'Siège')]).toEqual([4, 2]);
    expect(pages[0]).toMatchObject({ width: expect.closeTo(595, 0), height: expect.closeTo(842, 0) });
  });

  test('continue on another page, and scale down a code too large for its column', async () => {
    const { pages, text } = await opened({
      checkpoints: [{ id: gate.id, qrCodesQuantity: 60 }],
      qrCodeCountByRow: 3,
      size: 20,
    });
    expect(pages.length).toBeGreaterThan(1);
    expect(times(text, 'Portail')).toBe(60);
  });

  test('are refused without a checkpoint, with an impossible layout, or beyond the limit', async () => {
    expect((await sheet({ checkpoints: [] })).status).toBe(400);
    expect((await sheet({ checkpoints: [{ id: gate.id }], qrCodeCountByRow: 0 })).status).toBe(400);
    expect((await sheet({ checkpoints: [{ id: gate.id, qrCodesQuantity: 101 }] })).status).toBe(400);
    const many = Array.from({ length: 11 }, () => ({ id: gate.id, qrCodesQuantity: 100 }));
    expect(await sheet({ checkpoints: many })).toMatchObject({
      status: 400,
      body: { message: '1000 QR codes au plus en une fois' },
    });
  });
});
