// Tells people of documents that the agency made available to them by name.
import type { Document } from '#core/documents/document.ts';
import { customerDocument, documentReceived } from '#core/documents/notifications.ts';
import type { Row } from '#core/kernel/entity.ts';
import type { Call } from '#server/kernel/call.ts';
import type { Saved } from '#server/kernel/extension.ts';
import { type Notice, notify } from '#server/notifications/notify.ts';

type DocumentRow = Row<typeof Document>;

/** « Tous » tells nobody: it would be a notification for hundreds. */
const agentsOf = (row: DocumentRow | null): string[] =>
  row?.shared ? [...(row.agent ? [row.agent.id] : []), ...row.userCompanies.map(({ id }) => id)] : [];
const customersOf = (row: DocumentRow | null): string[] =>
  row?.shared ? [...(row.customer ? [row.customer.id] : []), ...row.customers.map(({ id }) => id)] : [];

/** Those who did not see it before; all of them, if it has a new file. */
function newIn(of: typeof agentsOf, { before, after }: Saved<typeof Document>): string[] {
  const known = new Set(before && before.edition === after.edition ? of(before) : []);
  return of(after).filter((id) => !known.has(id));
}

const noticeOf = ({ id, name, edition }: DocumentRow): Omit<Notice, 'to'> => ({
  event: edition === 1 ? id : `${id} ${edition}`,
  title: edition === 1 ? `Document « ${name} »` : `Nouvelle version de « ${name} »`,
  text: `« ${name} » est à votre disposition, parmi vos documents.`,
  link: `/documents?id=${id}`,
  action: 'Ouvrir mes documents',
});

export async function tellReaders(rows: readonly Saved<typeof Document>[], call: Call): Promise<void> {
  const toAgents = rows.flatMap((row): Notice[] => {
    const agents = newIn(agentsOf, row);
    return agents.length > 0 ? [{ ...noticeOf(row.after), to: { agents } }] : [];
  });
  const toCustomers = rows.flatMap((row): Notice[] => {
    const customers = newIn(customersOf, row);
    return customers.length > 0 ? [{ ...noticeOf(row.after), to: { customers } }] : [];
  });
  await notify(call.db, documentReceived, toAgents, call);
  await notify(call.db, customerDocument, toCustomers, call);
}
