// Table of all services, for the agency and for its customers.
import { lazy, type ReactElement, Suspense, useMemo, useState } from 'react';
import { LogEvent } from '#core/logbook/event.ts';
import { Service } from '#core/planning/service.ts';
import type { RowAction } from '#ui/ActItems.tsx';
import { useSession } from '#ui/client/session.ts';
import { IconCheck, IconNote } from '#ui/icons.ts';
import { may } from '#ui/may.ts';
import type { AnyRow } from '#ui/moves.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { EntityTable } from '#ui/Table/EntityTable.tsx';
import type { BulkAction } from '#ui/Table/RowMenu.tsx';
import { attestLabel, attestRights } from './attesting.ts';
import { ServiceHosts } from './ServiceHosts.tsx';
import { serviceCells } from './serviceCells.tsx';
import { serviceSite, serviceWhen, useServiceExtras } from './serviceExtras.tsx';

const AttestDialog = lazy(() => import('./Attest.tsx').then((module) => ({ default: module.AttestDialog })));
const ServiceEventsDrawer = lazy(() => import('../logbook/ServiceEventsDrawer.tsx'));

interface Props extends ScreenProps {
  initial?: Record<string, unknown>;
  filters?: Record<string, unknown>;
}

/** Decision 81: today and the days ahead, earliest first; older services are one filter away. */
const ahead = { startAt: { period: 'fromToday' } };

/** Where and when first; nobody knows a service by its reference. */
const card = { title: serviceSite, when: serviceWhen, second: ['agents', 'postTitle', 'reference'] } as const;

export default function Services({ page, title, description, add, initial, filters }: Props): ReactElement {
  const extras = useServiceExtras(page);
  const session = useSession();
  const [told, setTold] = useState<AnyRow | null>(null);
  const [attested, setAttested] = useState<{ rows: readonly AnyRow[]; done(): void } | null>(null);
  const bulk = useMemo(
    (): BulkAction[] =>
      session.scope === 'agency'
        ? [
            {
              key: 'attest',
              label: attestLabel,
              icon: IconCheck,
              rights: attestRights,
              run: (rows, done) => setAttested({ rows, done }),
            },
          ]
        : [],
    [session.scope],
  );
  const actions = useMemo(
    (): RowAction[] => [
      {
        key: 'events',
        label: 'Événements',
        icon: IconNote,
        // A tour has several sites: its stops have their own logs.
        when: ({ site }) => site != null && may(session, LogEvent, 'list'),
        run: setTold,
      },
    ],
    [session],
  );
  return (
    <>
      <EntityTable
        of={Service}
        page={page}
        title={title}
        description={description}
        add={add}
        extras={extras}
        cells={serviceCells}
        rowActions={actions}
        bulkActions={bulk}
        card={card}
        initial={initial}
        always={filters}
        first={filters ? undefined : ahead}
      />
      <ServiceHosts />
      <Suspense>
        {attested && (
          <AttestDialog
            rows={attested.rows}
            onCancel={() => setAttested(null)}
            onDone={() => {
              attested.done();
              setAttested(null);
            }}
          />
        )}
      </Suspense>
      <Suspense>{told && <ServiceEventsDrawer row={told} page={page} onClose={() => setTold(null)} />}</Suspense>
    </>
  );
}
