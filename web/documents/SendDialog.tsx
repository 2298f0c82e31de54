// Documents by mail: a mail that a person writes, with the documents attached to it (L-002).
import type { ReactElement } from 'react';
import { wallClock } from '#core/kernel/clock.ts';
import { htmlOfText } from '#core/kernel/html.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { readMailWords } from '#core/mail/email.ts';
import { messageOf, noWords, subjectOf } from '#core/mail/words.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import type { AnyRow } from '#ui/moves.ts';
import Composer from '../emails/Composer.tsx';
import { fileOf } from './acts.ts';
import OwnSendDialog from './OwnSendDialog.tsx';

interface SendDialogProps {
  rows: readonly AnyRow[];
  onClose(): void;
  onSent?(): void;
}

/** Whose documents they are; of several people, or of the agency, nobody's. */
function ownerOf(rows: readonly AnyRow[]): string {
  const names = new Set(
    rows.map(({ agent, customer }) => ((agent ?? customer) as { name: string } | null | undefined)?.name),
  );
  const [name] = names;
  return names.size === 1 ? (name ?? '') : '';
}

export default function SendDialog({ rows, onClose, onSent }: SendDialogProps): ReactElement {
  const { scope, can } = useSession();
  const { zone } = useLocale();
  // The agency's own words; without them, or if they cannot be read, the product's.
  const words = useCall(readMailWords, { input: { kind: 'document' }, enabled: scope === 'agency' });
  const files = [...new Map(rows.flatMap((row) => fileOf(row) ?? []).map((file) => [file.id, file])).values()];
  const document = rows.length === 1 ? String(rows[0]?.name ?? '') : `${rows.length} documents`;
  const isOwn = scope === 'agent' || (scope === 'customer' && can(['sendOwnDocument']));
  if (isOwn) return <OwnSendDialog rows={rows} onClose={onClose} {...(onSent ? { onSent } : {})} />;
  if (scope === 'agency' && words.isPending) return <span role="status" aria-label="Préparation de l’e-mail" />;
  const own = words.data ?? noWords;
  const values = {
    ...{ agence: words.data?.agency ?? '', document, destinataire: ownerOf(rows) },
    date: frenchDay(wallClock(new Date(), zone).day),
  };
  const initial = {
    subject: subjectOf('document', own, values),
    message: htmlOfText(messageOf('document', own, values)),
    lockedAttachments: files,
  };
  return <Composer initial={initial} onClose={onClose} {...(onSent ? { onSent } : {})} />;
}
