// Documents by mail: a mail that a person writes, with the documents attached to it (L-002).

import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Document } from '#core/documents/document.ts';
import { wallClock } from '#core/kernel/clock.ts';
import { htmlOfText } from '#core/kernel/html.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { readMailWords } from '#core/mail/email.ts';
import { messageOf, noWords, subjectOf } from '#core/mail/words.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { pathFor } from '#ui/may.ts';
import type { AnyRow } from '#ui/moves.ts';
import { agentAddresses, customerAddresses } from '../emails/addresses.ts';
import Composer from '../emails/Composer.tsx';
import { fileOf } from './acts.ts';
import OwnSendDialog from './OwnSendDialog.tsx';

interface SendDialogProps {
  rows: readonly AnyRow[];
  onClose(): void;
  onSent?(): void;
}

interface Owner {
  id: string;
  name: string;
  isAgent: boolean;
}

/** Whose documents they are, without the agency. */
function ownersOf(rows: readonly AnyRow[]): Owner[] {
  const owners = rows.flatMap(({ agent, customer }): Owner[] => {
    const owner = (agent ?? customer) as { id: string; name: string } | null | undefined;
    return owner ? [{ id: owner.id, name: owner.name, isAgent: Boolean(agent) }] : [];
  });
  return [...new Map(owners.map((owner) => [owner.id, owner])).values()];
}

export default function SendDialog(props: SendDialogProps): ReactElement {
  const session = useSession();
  const { scope, can } = session;
  const isOwn = pathFor(session, Document) === 'agent' || (scope === 'customer' && can(['sendOwnDocument']));
  return isOwn ? <OwnSendDialog {...props} /> : <Write {...props} />;
}

function Write({ rows, onClose, onSent }: SendDialogProps): ReactElement {
  const { scope } = useSession();
  const { zone } = useLocale();
  // The agency's own words; without them, or if they cannot be read, the product's.
  const words = useCall(readMailWords, { input: { kind: 'document' }, enabled: scope === 'agency' });
  const owners = ownersOf(rows);
  const [owner] = owners;
  const only = owner && owners.length === 1 && rows.every(({ agent, customer }) => agent ?? customer) ? owner : null;
  // Without the right to read his record, the address is typed.
  const known = useQuery({
    queryKey: ['ownerAddresses', only?.id],
    queryFn: () => (only?.isAgent ? agentAddresses : customerAddresses)(only?.id ?? ''),
    enabled: scope === 'agency' && only !== null,
    staleTime: 0,
    retry: false,
  });
  if (scope === 'agency' && (words.isPending || known.isLoading))
    return <span role="status" aria-label="Préparation de l’e-mail" />;
  const files = [...new Map(rows.flatMap((row) => fileOf(row) ?? []).map((file) => [file.id, file])).values()];
  const document = rows.length === 1 ? String(rows[0]?.name ?? '') : `${rows.length} documents`;
  const own = words.data ?? noWords;
  const values = {
    ...{ agence: words.data?.agency ?? '', document, destinataire: only?.name ?? '' },
    date: frenchDay(wallClock(new Date(), zone).day),
  };
  const suggestions = known.data?.addresses ?? [];
  const initial = {
    to: suggestions.slice(0, 1),
    subject: subjectOf('document', own, values),
    message: htmlOfText(messageOf('document', own, values)),
    lockedAttachments: files,
  };
  // Each recipient gets all of them.
  const notice =
    owners.length > 1
      ? `Documents de ${owners.map(({ name }) => name).join(', ')} : chaque destinataire les recevra tous.`
      : undefined;
  return <Composer {...{ initial, suggestions, notice, onClose }} {...(onSent ? { onSent } : {})} />;
}
