// The agency's contact details, kept on the device: who has no network needs the number most.
import { type AgencyContact, readAgencyContact } from '#core/agencies/contact.ts';
import { recallJson, rememberJson } from '#ui/client/device.ts';
import { queryClient, queryOf } from '#ui/client/queries.tsx';
import type { Session } from '#ui/client/session.ts';

type Of = Pick<Session, 'scope' | 'agency'>;

const keyOf = ({ agency }: Of): string => `contact.${agency?.id}`;

export const knownContact = (session: Of): AgencyContact | null => recallJson<AgencyContact>(keyOf(session));

/** Reads them and keeps them. */
export async function keepContact(session: Of): Promise<void> {
  const { contact } = await queryClient.fetchQuery(queryOf(readAgencyContact, { mount: session.scope }));
  rememberJson(keyOf(session), contact);
}
