// The lists of documents: of the agency, of collaborators, of customers, those that customers see, and one's own.

import { Button, Group, SegmentedControl } from '@mantine/core';
import { lazy, type ReactElement, Suspense, useMemo, useState } from 'react';
import { Document, type DocumentTarget } from '#core/documents/document.ts';
import type { DocumentExpiry } from '#core/documents/expiry.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { emailLimits } from '#core/mail/email.ts';
import { useSession } from '#ui/client/session.ts';
import type { DialogExtras } from '#ui/EntityDialog/extras.ts';
import { EntityDialog } from '#ui/EntityDialog/index.tsx';
import { IconDownload, IconEye, IconMail, IconUsers } from '#ui/icons.ts';
import type { AnyRow } from '#ui/moves.ts';
import { notifyProblem } from '#ui/notify.ts';
import { useOwnRows } from '#ui/own-rows.ts';
import type { ScreenProps, SheetProps } from '#ui/shell/screen.ts';
import type { CardFields } from '#ui/Table/Cards.tsx';
import { type BulkAction, type Cells, EntityTable } from '#ui/Table/EntityTable.tsx';
import type { RowAction } from '#ui/Table/RowMenu.tsx';
import { show, take, whole } from './acts.ts';
import { DocumentBadge, DocumentValidity, NewBadge } from './DocumentBadge.tsx';
import { isOfAgency, mailable, ownSenders } from './mailable.ts';
import { Readers } from './Readers.tsx';

const HandOutDialog = lazy(() => import('./HandOutDialog.tsx'));
const SendDialog = lazy(() => import('./SendDialog.tsx'));

const extras: DialogExtras = { summary: lazy(() => import('./DocumentSummary.tsx')) };

const badge: Cells[string] = ({ value }) =>
  typeof value === 'string' ? <DocumentBadge state={value as DocumentExpiry} /> : null;

const cells: Cells = {
  expiry: badge,
  expiredAt: ({ row, value }) =>
    typeof value === 'string' ? (
      <Group gap="xs" wrap="nowrap" component="span">
        {frenchDay(value)} <DocumentBadge state={row.expiry as DocumentExpiry} />
      </Group>
    ) : (
      '—'
    ),
};

/** Of an agent or a customer: what he has not opened yet. */
const ownCells: Cells = {
  ...cells,
  name: ({ row, value }) => (
    <Group gap="xs" wrap="nowrap" component="span">
      {String(value)} {row.isNew === true && <NewBadge />}
    </Group>
  ),
};

/** J-022 on a phone, whose cards show no hidden column. */
const validity = ({ expiry, expiredAt }: AnyRow): ReactElement | null =>
  typeof expiredAt === 'string' ? (
    <>
      <DocumentValidity state={expiry as DocumentExpiry} /> · {frenchDay(expiredAt)}
    </>
  ) : null;

const card: CardFields = { title: 'name', second: ['agent', 'customer'], last: validity };

const ownCard: CardFields = {
  ...card,
  last: (row) => {
    const valid = validity(row);
    if (row.isNew !== true) return valid;
    return valid ? <>Nouveau · {valid}</> : 'Nouveau';
  },
};

const readers = ['listDocuments', 'listAgentDocuments', 'listOwnDocuments'] as const;

interface Above {
  kind: 'readers' | 'mail';
  rows: readonly AnyRow[];
  done?: () => void;
}

/** J-020 */
function useActs(setAbove: (above: Above) => void): { rowActions: RowAction[]; bulkActions: BulkAction[] } {
  const session = useSession();
  return useMemo(() => {
    const mail = (rows: readonly AnyRow[], done?: () => void): Promise<void> =>
      whole(rows).then((read) => setAbove({ kind: 'mail', rows: read, ...(done ? { done } : {}) }), notifyProblem);
    // J-018: what is previewed can be mailed by those who may.
    const mailsOf = (rows: readonly AnyRow[]) =>
      mailable(session, rows) ? (chosen: readonly AnyRow[]) => void mail(chosen) : undefined;
    return {
      rowActions: [
        {
          key: 'show',
          label: 'Ouvrir le fichier',
          icon: IconEye,
          rights: readers,
          run: (row) => void show([row], mailsOf([row])),
        },
        { key: 'take', label: 'Télécharger', icon: IconDownload, rights: readers, run: (row) => void take([row]) },
        {
          ...{ key: 'mail', label: 'Envoyer par e-mail', icon: IconMail },
          when: (row) => mailable(session, [row]),
          run: (row) => void mail([row]),
        },
        {
          ...{ key: 'readers', label: 'Consultations', icon: IconUsers, rights: ['listDocumentReaders'] },
          run: (row) => setAbove({ kind: 'readers', rows: [row] }),
        },
      ],
      bulkActions: [
        {
          key: 'show',
          label: 'Voir',
          icon: IconEye,
          rights: readers,
          run: (rows) => void show(rows, rows.length > emailLimits.attachments ? undefined : mailsOf(rows)),
        },
        {
          ...{ key: 'take', label: 'Télécharger', icon: IconDownload, rights: readers },
          run: (rows, done) => void take(rows).then((isTaken) => isTaken && done()),
        },
        {
          ...{ key: 'mail', label: 'Envoyer par e-mail', icon: IconMail },
          rights: isOfAgency(session) ? ['sendDocument'] : ownSenders(session),
          run: (rows, done) =>
            rows.length > emailLimits.attachments
              ? notifyProblem(new Error(`${emailLimits.attachments} documents au plus en un e-mail.`))
              : mailable(session, rows)
                ? void mail(rows, done)
                : notifyProblem(new Error('Vous n’envoyez par e-mail que vos propres documents.')),
        },
      ],
    };
  }, [setAbove, session]);
}

interface DocumentsProps extends ScreenProps {
  target: DocumentTarget | null;
  /** Only those that a customer sees. */
  forCustomers?: boolean;
  above?: ReactElement;
}

function Documents({ target, forCustomers = false, above: choice, ...props }: DocumentsProps): ReactElement {
  const { can } = useSession();
  const [above, setAbove] = useState<Above | null>(null);
  const [isHanding, setHanding] = useState(false);
  const acts = useActs(setAbove);
  const always = useMemo(
    () => ({ ...(target ? { target: [target] } : {}), ...(forCustomers ? { isForCustomers: 1 } : {}) }),
    [target, forCustomers],
  );
  const initial = useMemo(() => (target ? { target } : undefined), [target]);
  return (
    <>
      <EntityTable
        of={Document}
        {...props}
        {...acts}
        always={always}
        initial={initial}
        extras={extras}
        cells={cells}
        card={card}
        above={choice}
        tools={
          target === 'AGENT' &&
          !forCustomers &&
          can(['createDocument']) && (
            <Button variant="default" onClick={() => setHanding(true)}>
              Distribuer un PDF
            </Button>
          )
        }
      />
      <Suspense>{isHanding && <HandOutDialog onClose={() => setHanding(false)} />}</Suspense>
      <Above of={above} onClose={() => setAbove(null)} />
    </>
  );
}

function Above({ of, onClose }: { of: Above | null; onClose(): void }): ReactElement | null {
  const [row] = of?.rows ?? [];
  if (!of || !row) return null;
  if (of.kind === 'readers') return (<Readers id={row.id} onClose={onClose} />) as ReactElement;
  return (
    <Suspense>
      <SendDialog rows={of.rows} onClose={onClose} {...(of.done ? { onSent: of.done } : {})} />
    </Suspense>
  );
}

export const documentsOf =
  (target: DocumentTarget, forCustomers = false): ((props: ScreenProps) => ReactElement) =>
  (props) =>
    target === 'CUSTOMER' && !forCustomers ? (
      <CustomerDocuments {...props} />
    ) : (
      <Documents {...props} target={target} forCustomers={forCustomers} />
    );

const families = {
  CUSTOMER: 'De vos clients',
  AGENCY: 'De l’agence, montrés aux clients',
  AGENT: 'Des collaborateurs, montrés aux clients',
} as const;

/** Both families of a customer's documents (J-025). */
function CustomerDocuments(props: ScreenProps): ReactElement {
  const [target, setTarget] = useState<DocumentTarget>('CUSTOMER');
  return (
    <Documents
      {...props}
      target={target}
      forCustomers={target !== 'CUSTOMER'}
      above={
        <SegmentedControl
          aria-label="Documents montrés"
          value={target}
          onChange={(value) => setTarget(value as DocumentTarget)}
          data={Object.entries(families).map(([value, label]) => ({ value, label }))}
          m="xs"
          flex="none"
        />
      }
    />
  );
}

/** J-021 */
const visibilities = { shared: 'Partagés avec moi', own: 'Créés par moi', all: 'Tous' } as const;
type Visibility = keyof typeof visibilities;
const filterOf: Record<Visibility, { isOwn?: boolean }> = { shared: { isOwn: false }, own: { isOwn: true }, all: {} };

/** Of an agent or a customer. */
export function OwnDocuments(props: ScreenProps): ReactElement {
  const { can, scope } = useSession();
  const [above, setAbove] = useState<Above | null>(null);
  const [visibility, setVisibility] = useState<Visibility>('all');
  const acts = useActs(setAbove);
  const own = useOwnRows(Document);
  const always = useMemo(() => ({ ...filterOf[visibility], ...own }), [visibility, own]);
  return (
    <>
      <EntityTable
        of={Document}
        {...props}
        {...acts}
        always={always}
        extras={extras}
        cells={ownCells}
        card={ownCard}
        above={
          scope !== 'customer' || can(['createOwnDocument']) ? (
            <SegmentedControl
              aria-label="Documents montrés"
              value={visibility}
              onChange={(value) => setVisibility(value as Visibility)}
              data={Object.entries(visibilities).map(([value, label]) => ({ value, label }))}
              m="xs"
              flex="none"
            />
          ) : null
        }
      />
      <Above of={above} onClose={() => setAbove(null)} />
    </>
  );
}

export const DocumentSheet = (props: SheetProps): ReactElement => (
  <EntityDialog of={Document} extras={extras} {...props} />
);
