// Estimates: their totals, and the number that they receive when they leave the draft.
import type { Estimate } from '#core/billing/estimate.ts';
import { draftNumber } from '#core/billing/states.ts';
import type { Extension } from '#server/kernel/extension.ts';
import { takeNumber } from './numbering.ts';
import { fillTotals } from './totals.ts';

/** The flags of the specification after each move; absent: unchanged. */
const flagsAfter: Readonly<Record<string, { sent?: boolean; validated?: boolean; refused?: boolean }>> = {
  sent: { sent: true },
  unsent: { sent: false, validated: false, refused: false },
  validate: { validated: true, refused: false },
  refuse: { refused: true, validated: false },
};

export const estimateExtension: Extension<typeof Estimate> = {
  computed: {
    state: (t) =>
      `case when ${t}.invoice_id is not null then 'TRANSFORMED' when ${t}.refused then 'REFUSED' when ${t}.validated then 'VALIDATED' when ${t}.sent then 'AWAITING_VALIDATION' else 'NOT_SENT' end`,
  },
  async beforeSave(rows, { db }) {
    await fillTotals(rows, db);
  },
  async afterMove(move, rows, { db, now }) {
    const flags = flagsAfter[move];
    if (!flags) return;
    for (const { id, number } of rows) {
      const numbered = number === draftNumber ? (await takeNumber(db, 'D')).number : null;
      await db.query({
        name: 'follow-estimate',
        text: `update estimates set number = coalesce($2, number), sent = coalesce($3, sent), validated = coalesce($4, validated), refused = coalesce($5, refused),
            sent_at = case when $3 then $6::timestamptz when $3 is false then null else sent_at end
          where agency_id = app_agency() and id = $1`,
        values: [id, numbered, flags.sent ?? null, flags.validated ?? null, flags.refused ?? null, now],
      });
    }
  },
};
