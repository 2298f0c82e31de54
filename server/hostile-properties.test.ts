// Random bodies, close to valid ones: never a 500, and a refusal changes nothing.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allEntities } from '#core/entities.ts';
import { codesIn } from '#core/kernel/codes.ts';
import { type Entity, flatFields } from '#core/kernel/entity.ts';
import type { Field } from '#core/kernel/field.ts';
import { flagName } from '#core/kernel/query.ts';
import { everythingIn, faults } from '#server/testing/aims.ts';
import { hostileRuns } from '#server/testing/attacks.ts';
import { endpointOf } from '#server/testing/client.ts';
import { fileOf } from '#server/testing/files.ts';
import type { Setting } from '#server/testing/requests.ts';
import { rowOf, saverOf, writtenEntities } from '#server/testing/rows.ts';
import { fullDraft, type Refer } from '#server/testing/samples.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const setting: Setting = { world: here, mount: 'agency', person: null, where: 'own', fresh: false };
const ids = new Map<string, string>();
for (const of of writtenEntities) ids.set(of.name, await rowOf(of, setting));
ids.set('file', (await fileOf(setting)).id);
const refer: Refer = (target) => ids.get(target) as string;

const nasty = fc.constantFrom<unknown>(
  '',
  ' ',
  '%',
  '\\',
  "'; drop table users; --",
  '\u202e',
  '\ufffd',
  'NaN',
  'Infinity',
  'now',
  '0000-01-01',
  '99999-12-31T00:00:00Z',
  '-infinity',
  -1,
  0,
  1,
  1e308,
  -0,
  Number.MAX_SAFE_INTEGER,
  0.1,
  null,
  true,
  [],
  {},
  [null],
  { from: 'x' },
  { from: '0000-01-01', to: '9999-12-31' },
  { id: '00000000-0000-0000-0000-000000000000' },
  'constructor',
  'x'.repeat(300),
);
const junk = fc.oneof(nasty, fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 3 }));

/** A valid draft with some members replaced, removed or added. */
const drafts = (of: Entity): fc.Arbitrary<Record<string, unknown>> => {
  const names = [...Object.keys(of.fields), 'id', 'version', 'willActivate'];
  const replaced = fc.dictionary(fc.constantFrom(...names), junk, { maxKeys: 2 });
  const added = fc.dictionary(fc.string(), junk, { maxKeys: 1 });
  const kept = fc.subarray(Object.keys(of.fields));
  return fc
    .tuple(kept, replaced, fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: added }))
    .map(([keep, replace, add]) => {
      const draft = fullDraft(of, refer);
      return { ...Object.fromEntries(keep.map((name) => [name, draft[name]])), ...replace, ...add };
    });
};

/** `among`: number of members, so that about half of the bodies are valid. */
const mostly = <V>(good: fc.Arbitrary<V>, among = 9): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: Math.max(among, 9), arbitrary: good }, { weight: 1, arbitrary: junk });

const codesOf = (field: Field): (string | number)[] => codesIn(field.options ?? field.machine?.states ?? {});

/** Values that look like a filter of the field. */
const filterOf = (field: Field): fc.Arbitrary<unknown> => {
  const codes = codesOf(field);
  if (codes.length > 0) return fc.oneof(fc.constantFrom(...codes), fc.subarray(codes), fc.constantFrom(-1, 'all'));
  if (field.target) return fc.array(fc.oneof(fc.uuid(), fc.constant(refer(field.target))), { maxLength: 3 });
  if (field.kind === 'flag') return fc.boolean();
  if (field.kind === 'text' || field.kind === 'address') return fc.string({ unit: 'grapheme', maxLength: 20 });
  return fc.record({ from: fc.integer(), to: fc.integer() }, { requiredKeys: [] });
};

const lists = (of: Entity): fc.Arbitrary<Record<string, unknown>> => {
  const fields = flatFields(of.fields);
  const filters = Object.fromEntries(
    fields.flatMap(([path, field]): [string, fc.Arbitrary<unknown>][] => {
      if (!field.filter) return [];
      const flag: [string, fc.Arbitrary<unknown>][] = field.target
        ? [[flagName(path), mostly(fc.constantFrom(-1, 0, 1), fields.length)]]
        : [];
      return [[path, mostly(filterOf(field), fields.length)], ...flag];
    }),
  );
  const dates = {
    start: mostly(fc.date({ noInvalidDate: true })),
    end: mostly(fc.constant('2026-01-01T00:00:00.000Z')),
  };
  const columns = fields.filter(([, field]) => field.column).map(([path]) => path);
  return fc.record(
    {
      query: mostly(fc.string({ unit: 'grapheme', maxLength: 40 })),
      filters: mostly(fc.record({ ...filters, ...(of.date ? dates : {}) }, { requiredKeys: [] })),
      orderBy: mostly(fc.constantFrom(...columns, 'id')),
      ascending: mostly(fc.boolean()),
      page: mostly(fc.integer({ min: 1, max: 1_000_000 })),
      limit: mostly(fc.integer({ min: 1, max: 5_000 })),
    },
    { requiredKeys: [] },
  );
};

/** An agency has only one record of itself, so it has no list. */
const listed = allEntities.filter(({ grants }) => Object.keys(grants.list).length > 0);

describe.each(listed.map((of) => [of.name, of] as const))('%s', (_, of) => {
  const answered = { good: 0, refused: 0 };
  const { who, mount } = saverOf(of);

  test('a list with random input', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(lists(of), async (input) => {
        const answer = await here.as(who).answer(endpointOf(of, 'list'), { mount, input });
        answered[answer.status === 200 ? 'good' : 'refused'] += 1;
        expect(answer.status === 200 ? [] : faults(answer, 'list')).toEqual([]);
      }),
      // The empty input is accepted.
      { numRuns: hostileRuns, examples: [[{}]] },
    );
    // There are both accepted and refused requests.
    expect(answered.good).toBeGreaterThan(0);
    expect(answered.refused).toBeGreaterThan(0);
  });

  // Records written by the server have no save.
  if (!writtenEntities.includes(of)) return;
  test('a save with random input', { timeout: 60_000 }, async () => {
    let before: unknown = null;
    await fc.assert(
      fc.asyncProperty(drafts(of), async (input) => {
        before ??= await everythingIn(here);
        const answer = await here.as(who).answer(endpointOf(of, 'save'), { mount, input });
        if (answer.status === 200) {
          before = null;
          return;
        }
        expect(faults(answer, 'save')).toEqual([]);
        expect(await everythingIn(here)).toEqual(before);
      }),
      { numRuns: hostileRuns },
    );
  });
});
