// Estimates: their totals, and the number that they receive when they leave the draft.
import { Estimate } from '#core/billing/estimate.ts';
import { draftNumber } from '#core/billing/states.ts';
import { entityNamed } from '#core/entities.ts';
import type { Extension } from '#server/kernel/extension.ts';
import { alias, planOf } from '#server/kernel/plan.ts';
import { putWords } from '#server/kernel/save.ts';
import { takeNumber } from './numbering.ts';
import { printedSql, vatLabelOf } from './papers.ts';
import { refuseForeignSites } from './places.ts';
import { fillTotals } from './totals.ts';

/** The flags of the specification after each move; absent: unchanged. */
const flagsAfter: Readonly<Record<string, { sent?: boolean; validated?: boolean; refused?: boolean }>> = {
  sent: { sent: true },
  unsent: { sent: false, validated: false, refused: false },
  validate: { validated: true, refused: false },
  refuse: { refused: true, validated: false },
  cancel: { validated: false },
};

/** It leaves the draft: its number stays, even if it comes back. */
const numbering: ReadonlySet<string> = new Set(['sent', 'validate', 'refuse']);
const printing: ReadonlySet<string> = new Set(['sent', 'validate']);

export const estimateExtension: Extension<typeof Estimate> = {
  computed: {
    vatLabel: vatLabelOf,
    state: (t) =>
      `case when ${t}.invoice_id is not null then 'TRANSFORMED' when ${t}.refused then 'REFUSED' when ${t}.validated then 'VALIDATED' when ${t}.sent then 'AWAITING_VALIDATION' else 'NOT_SENT' end`,
  },
  async beforeSave(rows, { db }) {
    await refuseForeignSites(rows, db);
    await fillTotals(rows, db);
  },
  async afterMove(move, rows, { db, now }) {
    const flags = flagsAfter[move];
    if (!flags) return;
    for (const { id, number } of rows) {
      const numbered = number === draftNumber && numbering.has(move) ? (await takeNumber(db, 'D')).number : null;
      // What left is printed as it was; what comes back is written again.
      const printed = printing.has(move)
        ? `coalesce(i.printed, ${printedSql('estimate')}::jsonb)`
        : move === 'unsent'
          ? 'null'
          : 'i.printed';
      await db.query({
        name: `follow-estimate-${printing.has(move) ? 'printed' : move === 'unsent' ? 'unsent' : 'kept'}`,
        text: `update estimates i set printed = ${printed}, number = coalesce($2, i.number), sent = coalesce($3, i.sent), validated = coalesce($4, i.validated), refused = coalesce($5, i.refused),
            sent_at = case when $3 then $6::timestamptz when $3 is false then null else i.sent_at end
          from agencies g, customers c where i.agency_id = app_agency() and i.id = $1 and g.id = i.agency_id and c.agency_id = i.agency_id and c.id = i.customer_id`,
        values: [id, numbered, flags.sent ?? null, flags.validated ?? null, flags.refused ?? null, now],
      });
    }
    await putWords(
      estimatePlan,
      db,
      `${alias}.id = any ($1::uuid[])`,
      rows.map(({ id }) => id),
    );
  },
};

export const estimatePlan = planOf(Estimate, estimateExtension, entityNamed);
