// The generic calls on the fixture entities, without HTTP, in two agencies.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Entity } from '#core/kernel/entity.ts';
import type { Problem } from '#core/kernel/problem.ts';
import type { ListInput } from '#core/kernel/query.ts';
import { listedSchema } from '#core/kernel/schema.ts';
import type { Right } from '#core/rights.ts';
import { nobody } from '#server/db/context.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { type Call, RawJson } from '#server/kernel/call.ts';
import { Crate, fixtureExtensions, fixtureTables, Keeper, Round } from '#server/kernel/fixtures.ts';
import { list } from '#server/kernel/list.ts';
import { type Plan, planOf } from '#server/kernel/plan.ts';
import { problemOf } from '#server/kernel/problems.ts';
import { save } from '#server/kernel/save.ts';
import { migratedDatabase } from './database.ts';

export type Row = Record<string, never> & { id: string; version: number };

const named = (name: string): Entity => (name === 'crate' ? Crate : Keeper);
export const crates: Plan = planOf(Crate, fixtureExtensions.crate ?? {}, named);
/** Equal values are ordered by the weight. */
export const tiedCrates: Plan = planOf(Crate, { ...fixtureExtensions.crate, tie: 'weight' }, named);
export const keepers: Plan = planOf(Keeper, {}, named);
export const rounds: Plan = planOf(Round, {}, named);

interface More {
  input?: unknown;
  params?: unknown;
  agency?: string;
  rights?: Right[];
}

export interface Depot {
  mine: string;
  theirs: string;
  run(operation: (plan: Plan, call: Call) => Promise<unknown>, plan: Plan, more: More): Promise<Record<string, never>>;
  keep(input: unknown, agency?: string): Promise<Row>;
  pack(input: unknown, agency?: string): Promise<Row>;
  walk(input: unknown, agency?: string): Promise<Row>;
  /** A file of the caller. */
  stored(): Promise<{ id: string }>;
  find(input: ListInput, agency?: string): Promise<string[]>;
  problem(work: Promise<unknown>): Promise<Problem>;
}

/** Call at the top of a test file; closes by itself. The second agency has Belgian holidays and Pacific francs. */
export function depot(): Depot {
  let database: Database;
  const [mine, theirs] = [randomUUID(), randomUUID()];
  beforeAll(async () => {
    const ownerUrl = await migratedDatabase();
    database = await openDatabase({ ownerUrl, secret: 'test' });
    const owner = new pg.Client({ connectionString: ownerUrl });
    await owner.connect();
    await owner.query(fixtureTables(database.roles.app));
    await owner.end();
    await database.platformTransaction(async (db) => {
      await db.query({
        text: `insert into agencies (id, name, country, holiday_locale, currency) values ($1, 'A', 'FR', 'FR-57', 'EUR'), ($2, 'A', 'FR', 'BE', 'XPF')`,
        values: [mine, theirs],
      });
    });
  });
  afterAll(() => database.close());

  const caller = {
    userId: randomUUID(),
    sessionId: randomUUID(),
    name: 'Anne Onyme',
    platform: null,
    profiles: [],
    acting: null,
    mustEnrol: false,
  };
  async function run(
    operation: (plan: Plan, call: Call) => Promise<unknown>,
    plan: Plan,
    more: More,
  ): Promise<Record<string, never>> {
    const rights = new Set<Right>(
      more.rights ?? ['listSites', 'createSite', 'editSite', 'archiveSite', 'deleteSite', 'listMargins'],
    );
    const context = { ...nobody, agency: more.agency ?? mine, user: caller.userId };
    const base = {
      caller,
      profile: null,
      asker: { platform: null, profile: { rights, isOwner: false, kind: 'AGENCY' as const } },
      context,
      now: new Date(),
      // The row policies alone decide on files here.
      services: { filesSeen: () => 'true' } as never,
      host: '*',
      source: { ip: '', userAgent: null },
      afterCommit: () => expect.fail('nothing is left to do'),
      files: () => expect.fail('no file is sent'),
    };
    const answer = await database.transaction(context, (db) =>
      operation(plan, { ...base, db, params: more.params as never, input: more.input as never }),
    );
    return (answer instanceof RawJson ? JSON.parse(answer.text) : (answer ?? {})) as Record<string, never>;
  }
  const keep = async (input: unknown, agency = mine): Promise<Row> =>
    (await run(save, keepers, { input, agency })).keeper as unknown as Row;
  const pack = async (input: unknown, agency = mine): Promise<Row> =>
    (await run(save, crates, { input, agency })).crate as unknown as Row;
  const walk = async (input: unknown, agency = mine): Promise<Row> =>
    (await run(save, rounds, { input, agency })).round as unknown as Row;
  const stored = async (): Promise<{ id: string }> => {
    const id = randomUUID();
    await database.platform.query(
      `insert into users (id, email, firstname, lastname) values ($1, 'anne@vigie.example', 'Anne', 'Onyme') on conflict do nothing`,
      [caller.userId],
    );
    await database.platform.query(
      `insert into files (agency_id, id, name, mime_type, size, hash, uploaded_by) values ($1, $2, 'a.png', 'image/png', 1, $4, $3)`,
      [mine, id, caller.userId, id],
    );
    return { id };
  };
  const find = async (input: ListInput, agency = mine): Promise<string[]> => {
    const answer = await run(list, crates, { input, agency });
    for (const row of answer.crates as unknown as Row[]) listedSchema(Crate).parse(row);
    return (answer.crates as unknown as { label: string }[]).map((row) => row.label);
  };
  const problem = async (work: Promise<unknown>): Promise<Problem> => {
    const caught = await work.then(
      () => null,
      (error: unknown) => error,
    );
    const found = caught === null ? null : problemOf(caught);
    if (!found) throw caught ?? new Error('it went through');
    return found;
  };
  return { mine, theirs, run, keep, pack, walk, stored, find, problem };
}
