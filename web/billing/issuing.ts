// « Émettre » with the version that was read: what a colleague wrote meanwhile is not frozen unseen.
import { invoiceStatus } from '#core/billing/invoice.ts';
import { issueInvoice } from '#core/billing/marking.ts';
import { actKey, call } from '#ui/client/call.ts';
import { confirm } from '#ui/confirm.tsx';
import { type AnyRow, type BeforeMove, questionOf } from '#ui/moves.ts';

export const beforeIssue: BeforeMove = async (name) => {
  if (name !== 'issue') return undefined;
  if (!(await confirm(questionOf(invoiceStatus.moves.issue.confirm)))) return null;
  return async (row) => {
    const input = row.version === undefined ? {} : { version: row.version };
    return (await call(issueInvoice, { params: { id: row.id }, input, key: actKey() })).invoice as AnyRow;
  };
};
