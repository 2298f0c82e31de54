// The plan of the list of a customer's user, on 10,000 documents of which he sees few.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import { nobody } from '#server/db/context.ts';
import { openDatabase } from '#server/db/database.ts';
import { listStatement } from '#server/kernel/list.ts';
import { migratedDatabase } from '#server/testing/database.ts';
import { documentPlan } from './documents.ts';
import { fillDocuments } from './many.ts';

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Node[];
}

test('10,000 documents listed for a customer user return only theirs, in one query that reads no table from end to end', async () => {
  const ownerUrl = await migratedDatabase();
  const database = await openDatabase({ ownerUrl, secret: 'test' });
  try {
    const { agency, customer, agent } = await database.platformTransaction((db) => fillDocuments(db, 10_000));
    const owner = new pg.Client({ connectionString: ownerUrl });
    await owner.connect();
    await owner.query('analyze');
    await owner.end();
    const asker = { platform: null, profile: null };
    for (const own of [{ customer }, { agent }]) {
      const context = { ...nobody, agency, user: randomUUID(), ...own };
      const { text, values } = listStatement(documentPlan.readerFor({ asker, context }), {});
      const [row] = await database.read<{ reply: string }>(context, { text, values });
      const reply = JSON.parse(row?.reply ?? '') as { documents: { name: string }[]; filtered: number };
      // 15 filed under him, 5 shared with him by name, 10 with everybody; 5 filed under him are not shared.
      expect(reply.filtered).toBe(30);
      expect(new Set(reply.documents.map(({ name }) => name.split(' ')[0]))).toEqual(
        new Set(['Sien', 'Nommé', 'Tous']),
      );
      const [explained] = await database.transaction(context, (db) =>
        db.query<{ 'QUERY PLAN': { Plan: Node }[] }>({ text: `explain (analyze, format json) ${text}`, values }),
      );
      const nodes: Node[] = [];
      const walk = (node: Node): void => {
        nodes.push(node);
        node.Plans?.forEach(walk);
      };
      walk(explained?.['QUERY PLAN'][0]?.Plan as Node);
      const documents = nodes.filter((node) => node['Relation Name'] === 'documents');
      expect(documents.length).toBeGreaterThan(0);
      expect(documents.map((node) => node['Node Type'])).not.toContain('Seq Scan');
      const most = Math.max(...documents.map((node) => node['Actual Rows'] * node['Actual Loops']));
      expect(most).toBeLessThan(100);
    }
  } finally {
    await database.close();
  }
}, 60_000);
