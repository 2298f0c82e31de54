// What the platform sells, as its staff see it.
import type { ReactElement } from 'react';
import type { Row } from '#core/kernel/entity.ts';
import { AgencyOffer, familyOf, offerStatus } from '#core/subscriptions/offer.ts';
import { keysByContent } from '#ui/client/act.ts';
import { call, endpointsOf } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { confirm } from '#ui/confirm.tsx';
import { plural } from '#ui/format.ts';
import { IconCopy } from '#ui/icons.ts';
import type { AnyRow } from '#ui/moves.ts';
import { notifyProblem, notifySuccess, notifyWarning } from '#ui/notify.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { type BulkAction, EntityTable, type RowAction } from '#ui/Table/EntityTable.tsx';

type Offer = Row<typeof AgencyOffer>;

const isOnSale = ({ status }: Pick<Offer, 'status'>): boolean => Number(status) === offerStatus.initial;

/** Z-050: without what belongs to the first one. What is not on sale is copied as such. */
const copyOf = ({ name, type, price, options, description, gives, status }: Offer) => ({
  ...{ name: `${name} - Copie`, type, price, options, description, gives },
  ...(isOnSale({ status }) ? {} : { willActivate: false }),
});

/** Z-048 */
const mayCopy = (row: AnyRow): boolean => familyOf(Number((row as { type?: unknown }).type)) !== 'subs';

/** Those of the copies of each offer: a copy asked for again after a lost answer is the same copy. */
const keyOfCopy = keysByContent();

async function duplicate(rows: readonly AnyRow[], done: () => void): Promise<void> {
  const copied = rows.filter(mayCopy);
  if (copied.length === 0) return notifyWarning('Les offres du produit ne se dupliquent pas.');
  const { read, save } = endpointsOf(AgencyOffer);
  if (!save) return;
  const yes = await confirm({
    title: copied.length === 1 ? 'Dupliquer cette offre ?' : `Dupliquer ${plural(copied.length, 'offre')} ?`,
    message: copied.some((row) => isOnSale(row as Offer))
      ? 'La copie d’une offre activée est en vente tout de suite, sous le même prix.'
      : 'La copie n’est pas en vente avant d’être activée.',
    confirmLabel: 'Dupliquer',
  });
  if (!yes) return;
  const made: object[] = [];
  try {
    for (const { id } of copied) {
      const { agencyOffer } = (await call(read, { params: { id } })) as { agencyOffer: Offer };
      const input = copyOf(agencyOffer);
      await call(save, { input, key: keyOfCopy({ id, input }) });
      made.push({ id, input });
    }
    for (const copy of made) keyOfCopy.renew(copy);
    notifySuccess(copied.length === 1 ? 'Offre dupliquée' : `Offres dupliquées : ${copied.length}`);
    done();
  } catch (error) {
    notifyProblem(error);
  }
  await invalidateEntity(AgencyOffer);
}

const rowActions: readonly RowAction[] = [
  {
    key: 'duplicate',
    label: 'Dupliquer',
    icon: IconCopy,
    when: mayCopy,
    run: (row) => void duplicate([row], () => {}),
  },
];
const bulkActions: readonly BulkAction[] = [
  { key: 'duplicate', label: 'Dupliquer', icon: IconCopy, rights: [], run: (rows, done) => void duplicate(rows, done) },
];

export function Offers(props: ScreenProps): ReactElement {
  const { flags } = useSession();
  // C-056
  return flags.superAdmin ? (
    <EntityTable of={AgencyOffer} {...props} rowActions={rowActions} bulkActions={bulkActions} />
  ) : (
    <EntityTable of={AgencyOffer} {...props} />
  );
}
