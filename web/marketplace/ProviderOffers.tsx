// The announcements as the provider sees them: its own, which it publishes, and those of agencies, which it may answer.
import { lazy, type ReactElement } from 'react';
import type { DialogExtras, SummaryProps } from '#ui/EntityDialog/extras.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import type { CardFields } from '#ui/Table/Cards.tsx';
import { EntityTable } from '#ui/Table/EntityTable.tsx';
import { sides } from './rows.ts';

const Summary = lazy(() => import('./OfferSummary.tsx'));
const ProviderSummary = (props: SummaryProps): ReactElement => <Summary {...props} side="platform" />;
const extras: DialogExtras = { summary: ProviderSummary };
const card: CardFields = { title: 'title', second: ['type', 'name', 'departments'] };

export const ProviderOffers = (props: ScreenProps): ReactElement => (
  <EntityTable of={sides.platform} {...props} extras={extras} card={card} />
);
