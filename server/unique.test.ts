// `unique: true` on a field: the database enforces it, and the refusal is on the field.
import { expect, test } from 'vitest';
import { Specialty } from '#core/agencies/specialty.ts';
import { allEntities } from '#core/entities.ts';
import { flatFields } from '#core/kernel/entity.ts';
import { entityEndpoints } from '#core/kernel/entity-endpoints.ts';
import { notKeptUnique } from '#server/testing/unique.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const save = entityEndpoints(Specialty).find(({ entity }) => entity?.operation === 'save') as never;

test('every unique field has its index: per agency, ignoring case', async () => {
  expect(await notKeptUnique(here, allEntities)).toEqual([]);
  const declared = allEntities.flatMap((of) => flatFields(of.fields).filter(([, { unique }]) => unique));
  expect(declared.length).toBeGreaterThan(2);
  const { name, ...rest } = Specialty.fields;
  const more = { ...Specialty, fields: { name, rank: { ...name, sql: 'rank' }, ...rest } };
  expect(await notKeptUnique(here, [more as never])).toEqual([expect.stringMatching(/^specialty.rank: no index/)]);
});

test('a name that differs only by case, accented capitals too, is refused on its field', async () => {
  const create = (who: 'owner' | 'foreignOwner', name: string) =>
    here.as(who).answer(save, { mount: 'agency', input: { name } });
  expect((await create('owner', 'Télésurveillance été')).status).toBe(200);
  expect(await create('owner', 'TÉLÉSURVEILLANCE ÉTÉ')).toMatchObject({
    status: 400,
    body: { violations: [{ path: 'name', message: 'Déjà utilisé' }] },
  });
  expect((await create('foreignOwner', 'Télésurveillance Été')).status).toBe(200);
});
