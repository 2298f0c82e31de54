// Documents by mail: a mail that a person writes, with the documents attached to it (L-002).
import type { ReactElement } from 'react';
import { useSession } from '#ui/client/session.ts';
import type { AnyRow } from '#ui/moves.ts';
import Composer from '../emails/Composer.tsx';
import { fileOf } from './acts.ts';
import OwnSendDialog from './OwnSendDialog.tsx';

interface SendDialogProps {
  rows: readonly AnyRow[];
  onClose(): void;
  onSent?(): void;
}

export default function SendDialog({ rows, onClose, onSent }: SendDialogProps): ReactElement {
  const { scope } = useSession();
  const files = [...new Map(rows.flatMap((row) => fileOf(row) ?? []).map((file) => [file.id, file])).values()];
  const subject = rows.length === 1 ? String(rows[0]?.name ?? '') : `${rows.length} documents`;
  if (scope === 'agent') return <OwnSendDialog rows={rows} onClose={onClose} {...(onSent ? { onSent } : {})} />;
  return <Composer initial={{ subject, lockedAttachments: files }} onClose={onClose} {...(onSent ? { onSent } : {})} />;
}
