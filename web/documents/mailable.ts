// J-018: who may mail which documents.
import { Document } from '#core/documents/document.ts';
import type { Right } from '#core/rights.ts';
import type { Session } from '#ui/client/session-state.ts';
import { pathFor } from '#ui/may.ts';
import type { AnyRow } from '#ui/moves.ts';

export const ownSenders = ({ scope }: Session): Right[] =>
  scope === 'customer' ? ['sendDocument', 'sendOwnDocument'] : ['sendOwnDocument'];

const idOf = (person: unknown): string | undefined => (person as { id: string } | null | undefined)?.id;

/** Whose documents the server mails for him (decision 82). */
const isHis = ({ flags, profile }: Session, { agent, customer }: AnyRow): boolean =>
  profile !== null && (flags.isCustomer ? idOf(customer) === profile.company.id : idOf(agent) === profile.id);

export const isOfAgency = (session: Session): boolean => pathFor(session, Document) === 'agency';

/** The agency mails any of its documents, an agent or a customer his own only, not what is shared with him. */
export const mailable = (session: Session, rows: readonly AnyRow[]): boolean =>
  isOfAgency(session)
    ? session.can(['sendDocument'])
    : session.can(ownSenders(session)) && rows.every((row) => isHis(session, row));
