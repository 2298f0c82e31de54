// Rounds: their customer, their number of checkpoints, and the check that these belong to their site.
import { entityNamed } from '#core/entities.ts';
import { Problem, type Violation } from '#core/kernel/problem.ts';
import { overStatuses } from '#core/planning/status.ts';
import { deleteRound, Round } from '#core/rounds/round.ts';
import type { Db } from '#server/db/database.ts';
import { type Handler, handle } from '#server/kernel/call.ts';
import { moveMany } from '#server/kernel/move.ts';
import { type Extension, planOf } from '#server/kernel/plan.ts';

type Line = { checkpoint: { id: string } };

const customerId = (t: string): string =>
  `(select s.customer_id from sites s where s.agency_id = ${t}.agency_id and s.id = ${t}.site_id)`;

export const roundExtension: Extension<typeof Round> = {
  computed: {
    customer: (t) =>
      `(select json_build_object('id', k.id, 'name', k.name) from sites s join customers k on k.agency_id = s.agency_id and k.id = s.customer_id
        where s.agency_id = ${t}.agency_id and s.id = ${t}.site_id)`,
    checkpointCount: (t) =>
      `(select count(*)::integer from round_checkpoints l where l.agency_id = ${t}.agency_id and l.round_id = ${t}.id)`,
  },
  bare: { customer: customerId },
  async beforeSave(rows, { db }) {
    await refuseRelocation(
      rows.flatMap(({ id, draft, current }) =>
        current && draft.site !== undefined && draft.site?.id.toLowerCase() !== current.site?.id ? [id] : [],
      ),
      db,
    );
    for (const { draft, current } of rows) {
      const site = (draft.site ?? current?.site)?.id;
      const lines = (draft.checkpoints ?? (draft.site ? current?.checkpoints : undefined)) as Line[] | undefined;
      if (site === undefined || !lines || lines.length === 0) continue;
      await refuseStrangers(db, site, lines, draft.checkpoints === undefined);
    }
  },
};

/** A round of a service is on its site (O-030): those still to be done or under way would be of another one. */
async function refuseRelocation(rounds: readonly string[], db: Db): Promise<void> {
  if (rounds.length === 0) return;
  const [used] = await db.query<{ reference: string }>({
    name: 'services-of-rounds',
    text: `select s.reference from service_rounds l join services s on s.agency_id = l.agency_id and s.id = l.service_id
      where l.round_id = any ($1::uuid[]) and s.status not in (${overStatuses}) order by s.start_at, s.id limit 1`,
    values: [rounds],
  });
  if (!used) return;
  const message = `Le service ${used.reference} prévoit cette ronde : elle ne peut pas changer de site`;
  throw new Problem('invalid', message, { violations: [{ path: 'site', message }] });
}

/** Locks the checkpoints until the round is written, so that none changes its site. */
async function refuseStrangers(db: Db, site: string, lines: readonly Line[], kept: boolean): Promise<void> {
  const own = await db.query<{ id: string }>({
    name: 'round-points',
    text: 'select id from checkpoints where site_id = $1 and id = any ($2::uuid[]) for share',
    values: [site, lines.map(({ checkpoint }) => checkpoint.id)],
  });
  const known = new Set(own.map(({ id }) => id));
  const strangers = lines.flatMap(({ checkpoint }, index): Violation[] =>
    known.has(checkpoint.id.toLowerCase())
      ? []
      : [{ path: `checkpoints.${index}.checkpoint`, message: 'Ce point de contrôle est sur un autre site' }],
  );
  if (strangers.length === 0) return;
  const message = 'Les points de contrôle de la ronde sont sur un autre site';
  throw new Problem('invalid', message, { violations: kept ? [{ path: 'site', message }] : strangers });
}

const plan = planOf(Round, roundExtension, entityNamed);

export const roundHandlers: Handler[] = [
  handle(deleteRound, async (call) => {
    await moveMany(plan, [call.params.id], 'delete', call);
  }),
];
