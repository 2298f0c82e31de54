// Importing 5,000 agents with the import job, against a bare COPY of the same rows into the same table. Interleaved.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import copy from 'pg-copy-streams';
import { Agent } from '#core/agents/agent.ts';
import { allEntities } from '#core/entities.ts';
import { guessMapping, importColumns } from '#core/imports/columns.ts';
import { openDatabase } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { readEnvironment } from '#server/environment.ts';
import { rowsOf, sealPiece } from '#server/imports/pieces.ts';
import { readRows } from '#server/imports/reading.ts';
import { writeRows } from '#server/imports/writing.ts';
import { plansOf } from '#server/kernel/listing.ts';
import type { Plan } from '#server/kernel/plan.ts';
import { extensions } from '#server/product.ts';
import { line, median, title } from './report.ts';

const rounds = 5;
const count = 5_000;
const secret = 'a secret of the benchmark alone';
const heads = ['Nom', 'Prénom', 'E-mail', 'Téléphone', 'Né(e) le', 'Type', 'Fonction', 'Matricule', 'CP', 'Ville'];

const fileOf = (round: number): string[][] =>
  Array.from({ length: count }, (_, index) => [
    `Durand ${round}-${index}`,
    'Zoé',
    `zoe.${round}.${index}@exemple.fr`,
    '06 12 34 56 78',
    `${String(1 + (index % 28)).padStart(2, '0')}/03/1990`,
    index % 2 ? 'Salarié' : 'Intérimaire',
    'Agent de sécurité',
    `R${round}-${index}`,
    '06000',
    'Nice',
  ]);

export async function benchImport(): Promise<void> {
  title(`Import of ${count} collaborators, ${rounds} rounds, interleaved with a bare COPY`);
  const dataDir = await mkdtemp(join(tmpdir(), 'vigie-bench-'));
  const embedded = await startEmbedded({ dataDir, secret, log: () => undefined });
  const database = await openDatabase({ ownerUrl: embedded.url, secret });
  const owner = new pg.Client({ connectionString: embedded.url });
  await owner.connect();
  // COPY is refused on tables with policies for the copying role; the application's own role still obeys them.
  await owner.query('alter table agents no force row level security');
  try {
    const plan = plansOf(allEntities, extensions).find(({ of }) => of === (Agent as unknown)) as Plan;
    const environment = readEnvironment({ DATABASE_URL: embedded.url, SECRET: secret });
    const [ours, bare, questions]: [number[], number[], number[]] = [[], [], []];
    const mapping = guessMapping(importColumns(plan.of), heads);
    const { rows: attributes } = await owner.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = 'agents'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    );
    const columns = attributes.map(({ name }) => name);
    for (let round = 0; round <= rounds; round += 1) {
      // Each round uses new, empty agencies.
      const [agency, mirror, user, id] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
      for (const one of [agency, mirror])
        await database.platform.query(`insert into agencies (id, name) values ($1, 'Mesure')`, [one]);
      const context = { agency, user, agent: null, customer: null };
      const rows = fileOf(round);
      await database.platform.query(
        `insert into imports (agency_id, id, entity, file_name, heads, row_count, user_id, author) values ($1, $2, 'agent', 'a.csv', $3, $4, $5, 'A')`,
        [agency, id, heads, count, user],
      );
      for (let first = 0; first < count; first += 500)
        await database.platform.query(
          'insert into import_pieces (agency_id, import_id, piece, first, row_count, content) values ($1, $2, $3, $4, 500, $5)',
          [
            agency,
            id,
            first / 500,
            first,
            sealPiece({ secret }, { agency, id }, first / 500, rows.slice(first, first + 500)),
          ],
        );
      const asker = { platform: null, profile: null };
      const by = {
        caller: null,
        asker,
        context,
        now: new Date(),
        services: { environment, filesSeen: () => 'true' } as never,
      };
      let asked = 0;
      const began = performance.now();
      await database.transaction(context, async (real) => {
        const db: typeof real = {
          query: (statement) => {
            asked += 1;
            return real.query(statement);
          },
        };
        const read = await rowsOf(db, { secret }, { agency, id }, count);
        const { prepared, outcome } = await readRows(plan, read, { mapping, duplicates: 'skip' }, { ...by, db });
        if (outcome.problemCount > 0) throw new Error(outcome.problems[0]?.message);
        await writeRows(plan, prepared, { ...by, db }, async () => {});
      });
      const took = performance.now() - began;
      // Copies exactly the rows that the import wrote to the other agency.
      const values = columns.map((name) => (name === 'agency_id' ? `'${mirror}'::uuid` : name));
      const source = `copy (select ${values.join(', ')} from agents where agency_id = '${agency}') to stdout`;
      const content = await text(owner.query(copy.to(source)));
      const started = performance.now();
      await owner.query('begin');
      await pipeline(
        Readable.from([content]),
        owner.query(copy.from(`copy agents (${columns.join(', ')}) from stdin`)),
      );
      await owner.query('commit');
      const plainly = performance.now() - started;
      // The first round is a warm-up.
      if (round === 0) continue;
      ours.push(took);
      bare.push(plainly);
      questions.push(asked);
    }
    const perSecond = (time: number): string => `${Math.round((count * 1000) / time).toLocaleString('fr-FR')} rows/s`;
    line('bare COPY', `${median(bare).toFixed(0)} ms  ${perSecond(median(bare))}`);
    line('import: read, checked, written, logged', `${median(ours).toFixed(0)} ms  ${perSecond(median(ours))}`);
    line('statements of one import', String(median(questions)));
    line('ratio', (median(bare) / median(ours)).toFixed(2), '≥ 0.20');
  } finally {
    await owner.end();
    await database.close();
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
