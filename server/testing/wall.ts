// Two agencies with rows in every agency table, and the possible actions of a context on each row.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Entity } from '#core/kernel/entity.ts';
import { type Context, nobody } from '#server/db/context.ts';
import type { Statement } from '#server/db/database.ts';
import { frozenCode } from '#server/kernel/frozen.ts';
import { agencyLists, newPremises, settle } from './wall-rows.ts';
import { mayDo, type Premises, type Role, type Row, type Rules, rulesFor } from './walls.ts';
import type { World } from './world.ts';

type Deed = (table: string, row: Row) => Statement;

export interface Wall {
  ours: Premises;
  theirs: Premises;
  rows: Record<'ours' | 'theirs', Record<string, Row[]>>;
  rules: Rules;
  /** All agency tables. */
  tables: readonly string[];
  roles: readonly Role[];
  contexts: Record<Role, (at: Premises) => Context>;
  /** Whether the rules allow this on a row of our agency. */
  may(table: string, role: Role, deed: string, row: Row): boolean;
  /** Always rolled back. Null: refused by a policy, a missing privilege or a frozen record. */
  attempt(context: Context, statement: Statement): Promise<Row[] | null>;
  /** One line for each action that wrongly succeeds or fails. */
  breaches(
    context: Context,
    table: string,
    list: readonly Row[],
    may: (deed: string, row: Row) => boolean,
  ): Promise<string[]>;
}

const contexts: Wall['contexts'] = {
  staff: (at) => ({ ...nobody, agency: at.agency, user: at.user }),
  agent: (at) => ({ ...nobody, agency: at.agency, user: at.user, agent: at.agent }),
  customer: (at) => ({ ...nobody, agency: at.agency, user: at.user, customer: at.customer }),
};

const deeds: Record<string, string> = { s: 'see', i: 'insert', u: 'update', d: 'delete' };

interface Keys {
  table: string;
  columns: string[];
  generated: string[];
}

async function keysOf({ sql }: World): Promise<Map<string, Keys>> {
  const found = await sql<Keys>(`
    select c.relname as table,
      (select array_agg(a.attname::text) from pg_attribute a where a.attrelid = c.oid and a.attnum = any (k.conkey)) as columns,
      (select coalesce(array_agg(a.attname::text), '{}') from pg_attribute a where a.attrelid = c.oid and a.attgenerated <> '') as generated
    from pg_class c join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'agency_id' and not a.attisdropped)
      -- The platform's own tables have their own test.
      and not exists (select from pg_constraint p where p.conrelid = c.oid and p.conname = c.relname || '_platform')`);
  return new Map(found.map((row) => [row.table, row]));
}

function statementsOn(keys: Map<string, Keys>): Record<string, Deed> {
  const where = (table: string, row: Row): { text: string; values: unknown[] } => {
    const columns = keys.get(table)?.columns ?? [];
    return {
      text: columns.map((column, index) => `${column} = $${index + 1}`).join(' and '),
      values: columns.map((column) => row[column]),
    };
  };
  const onRow =
    (statement: (table: string, condition: string) => string): Deed =>
    (table, row) => {
      const { text, values } = where(table, row);
      return { text: statement(table, text), values };
    };
  return {
    s: onRow((table, condition) => `select 1 from ${table} where ${condition}`),
    i: (table, row) => {
      const columns = Object.keys(row).filter((column) => !keys.get(table)?.generated.includes(column));
      const values = columns.map((column) => (column === 'changes' ? JSON.stringify(row[column]) : row[column]));
      return {
        text: `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) returning 1`,
        values,
      };
    },
    u: onRow((table, condition) => `update ${table} set agency_id = agency_id where ${condition} returning 1`),
    d: onRow((table, condition) => `delete from ${table} where ${condition} returning 1`),
  };
}

export async function wallOf(here: World, entities: readonly Entity[]): Promise<Wall> {
  const { database, people, sql } = here;
  const ours = newPremises(randomUUID(), people.superAdmin.id);
  const theirs = newPremises(randomUUID(), people.admin.id);
  for (const at of [ours, theirs]) await sql(`insert into agencies (id, name) values ($1, 'Mur')`, [at.agency]);
  // Remove the default rows of a new agency: they would count among the rows below.
  for (const table of ['expiration_types', ...agencyLists]) await sql(`delete from ${table}`);
  const rows = {
    ours: await settle(here, ours, people.support.id, entities),
    theirs: await settle(here, theirs, people.support.id, entities),
  };
  const keys = await keysOf(here);
  const statements = statementsOn(keys);
  const rules = rulesFor(entities);

  const attempt: Wall['attempt'] = async (context, statement) => {
    const undo = new Error('undo');
    let found: Row[] = [];
    try {
      await database.transaction(context, async (db) => {
        found = await db.query(statement);
        throw undo;
      });
    } catch (error) {
      if (error === undo) return found;
      if (!(error instanceof pg.DatabaseError)) throw error;
      if (error.code === '42501' || error.code === frozenCode) return null;
      // The policies passed: a unique or foreign key, or a check, failed after them.
      if (['23505', '23503', '23514'].includes(error.code ?? '')) return [{}];
      throw error;
    }
    return found;
  };
  return {
    ours,
    theirs,
    rows,
    rules,
    tables: [...keys.keys()].sort(),
    roles: Object.keys(contexts) as Role[],
    contexts,
    may: (table, role, deed, row) => mayDo(rules, table, role, deed, row, ours),
    attempt,
    breaches: async (context, table, list, may) => {
      const found: string[] = [];
      for (const row of list) {
        for (const [deed, statement] of Object.entries(statements)) {
          const did = ((await attempt(context, statement(table, row))) ?? []).length > 0;
          if (did !== may(deed, row)) found.push(`${deeds[deed]}s ${table} ${JSON.stringify(row)}: ${did}`);
        }
      }
      return found;
    },
  };
}
