// Imports files like the screen: create, fill in pieces, dry run, import.
import { randomUUID } from 'node:crypto';
import { guessMapping, importColumns } from '#core/imports/columns.ts';
import {
  type DuplicateChoice,
  type ImportCalls,
  type ImportOutcome,
  type ImportState,
  importCallsOf,
} from '#core/imports/imports.ts';
import type { ImportPeriod } from '#core/imports/services.ts';
import type { Endpoint, Operation } from '#core/kernel/endpoint.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { entityEndpoints } from '#core/kernel/entity-endpoints.ts';
import type { Client } from './client.ts';
import type { World } from './world.ts';

export type Row = Record<string, unknown> & { id: string };

export interface Brought {
  id: string;
  settings: {
    mapping: (string | null)[];
    duplicates: DuplicateChoice;
    period?: ImportPeriod;
    confirmed?: boolean;
    left?: number[];
    inactive?: 'others' | 'all';
  };
  remembered: Record<string, string>;
}

interface Bringing {
  duplicates?: DuplicateChoice;
  /** Rows per piece. */
  by?: number;
  who?: Client;
}

export interface Importer {
  saved(of: Entity, input: object): Promise<Row>;
  found(of: Entity, query: string): Promise<Row[]>;
  bring(of: Entity, heads: string[], rows: string[][], bringing?: Bringing): Promise<Brought>;
  check(of: Entity, brought: Brought): Promise<ImportOutcome>;
  run(of: Entity, brought: Brought): Promise<ImportState>;
}

export const endpointOf = (of: Entity, operation: Operation): Endpoint =>
  entityEndpoints(of).find(({ entity }) => entity?.operation === operation) as Endpoint;
export const callsOf = (of: Entity): ImportCalls => importCallsOf(of) as ImportCalls;
export const word = (): string => `z${randomUUID().slice(0, 8)}`;

export function importerOf({ as, jobsDone }: World): Importer {
  const owner = as('owner');
  return {
    saved: async (of, input) =>
      ((await owner.call(endpointOf(of, 'save'), { mount: 'agency', input })) as Record<string, Row>)[of.name] as Row,
    found: async (of, query) =>
      (
        (await owner.call(endpointOf(of, 'list'), { mount: 'agency', input: { query, limit: 500 } })) as Record<
          string,
          Row[]
        >
      )[of.plural] as Row[],
    bring: async (of, heads, rows, { duplicates = 'skip', by = 2, who = owner } = {}) => {
      const calls = callsOf(of);
      const started = await who.call(calls.start, { input: { fileName: 'liste.xlsx', heads, rowCount: rows.length } });
      const { id } = started.import;
      for (let first = 0; first < rows.length; first += by)
        await who.call(calls.send, {
          params: { id },
          input: { piece: first / by, first, rows: rows.slice(first, first + by) },
        });
      const mapping = guessMapping(importColumns(of), heads, started.remembered);
      return { id, settings: { mapping, duplicates }, remembered: started.remembered };
    },
    check: async (of, { id, settings }) =>
      (await owner.call(callsOf(of).check, { params: { id }, input: settings })).outcome,
    run: async (of, { id, settings }) => {
      await owner.call(callsOf(of).run, { params: { id }, input: settings });
      await jobsDone();
      return (await owner.call(callsOf(of).read, { params: { id } })).import;
    },
  };
}
