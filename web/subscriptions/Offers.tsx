// What the platform sells, as its staff see it.
import type { ReactElement } from 'react';
import { AgencyOffer } from '#core/subscriptions/offer.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { EntityTable } from '#ui/Table/EntityTable.tsx';

export const Offers = (props: ScreenProps): ReactElement => <EntityTable of={AgencyOffer} {...props} />;
