// Checkpoints: their number of rounds, their short list, their removal, and the sheets of their codes.
import { entityNamed } from '#core/entities.ts';
import { Problem } from '#core/kernel/problem.ts';
import { activeStatus } from '#core/roles.ts';
import {
  Checkpoint,
  deleteCheckpoint,
  downloadCheckpointCodes,
  listCheckpoints,
  mostCodes,
} from '#core/rounds/checkpoint.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { list } from '#server/kernel/list.ts';
import { moveMany } from '#server/kernel/move.ts';
import { type Extension, planOf } from '#server/kernel/plan.ts';
import { draw } from '#server/pdf/drawing.ts';
import { identityOf } from '#server/pdf/identity.ts';
import { fileReply } from '#server/pdf/reply.ts';

export const checkpointExtension: Extension<typeof Checkpoint> = {
  computed: {
    roundCount: (t) =>
      `(select count(distinct r.round_id)::integer from round_checkpoints r where r.agency_id = ${t}.agency_id and r.checkpoint_id = ${t}.id)`,
  },
  async beforeSave(rows, { db }) {
    const relocated = rows.filter(
      ({ draft, current }) => current && draft.site !== undefined && draft.site?.id !== current.site?.id,
    );
    if (relocated.length === 0) return;
    const [used] = await db.query<{ name: string }>({
      name: 'checkpoint-rounds',
      text: `select r.name from round_checkpoints l join rounds r on r.agency_id = l.agency_id and r.id = l.round_id
        where l.checkpoint_id = any ($1::uuid[]) order by r.name limit 1`,
      values: [relocated.map(({ id }) => id)],
    });
    const message = `La ronde « ${used?.name} » passe par ce point : il ne peut pas changer de site`;
    if (used) throw new Problem('invalid', message, { violations: [{ path: 'site', message }] });
  },
};

const plan = planOf(Checkpoint, checkpointExtension, entityNamed);

/** More than any site has. */
const most = 5_000;

export const checkpointHandlers: Handler[] = [
  handle(listCheckpoints, async (call) => {
    const { site } = call.params;
    const input = { filters: { status: [activeStatus], ...(site ? { site: [site] } : {}) }, limit: most };
    return (await list(plan, { ...call, input } as unknown as Call)) as never;
  }),

  handle(deleteCheckpoint, async (call) => {
    await moveMany(plan, [call.params.id], 'delete', call);
  }),

  handle(downloadCheckpointCodes, async (call) => {
    const { checkpoints: asked, qrCodeCountByRow: byRow, size, margin } = call.input;
    const found = await call.db.query<{ id: string; title: string; code: string; site: string | null }>({
      name: 'checkpoint-codes',
      text: `select c.id, c.title, c.code, (select s.name from sites s where s.agency_id = c.agency_id and s.id = c.site_id) as site
        from checkpoints c where c.id = any ($1::uuid[])`,
      values: [asked.map(({ id }) => id)],
    });
    const byId = new Map(found.map((one) => [one.id, one]));
    if (asked.some(({ id }) => !byId.has(id.toLowerCase()))) throw new Problem('missing', Checkpoint.missing);
    const codes = asked.flatMap(({ id, qrCodesQuantity }) =>
      Array.from({ length: qrCodesQuantity }, () => {
        const { code, title, site } = byId.get(id.toLowerCase()) as (typeof found)[number];
        return { code, title, place: site ?? '' };
      }),
    );
    if (codes.length > mostCodes) throw new Problem('invalid', `${mostCodes} QR codes au plus en une fois`);
    const house = await identityOf(call);
    const about = 'QR codes des points de contrôle';
    const pdf = await draw('codesPdf', {
      about,
      codes,
      byRow,
      size,
      margin,
      house,
      now: call.now,
    });
    return fileReply(pdf, `${about}.pdf`, 'application/pdf');
  }),
];
