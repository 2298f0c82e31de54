// Table of all services, for the agency and for its customers.
import type { ReactElement } from 'react';
import { Service } from '#core/planning/service.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { EntityTable } from '#ui/Table/EntityTable.tsx';
import { ServiceHosts } from './ServiceHosts.tsx';
import { serviceCells } from './serviceCells.tsx';
import { serviceTitle, useServiceExtras } from './serviceExtras.tsx';

interface Props extends ScreenProps {
  initial?: Record<string, unknown>;
  filters?: Record<string, unknown>;
}

/** Decision 81: today and the days ahead, earliest first; older services are one filter away. */
const ahead = { startAt: { period: 'fromToday' } };

/** Where and when first; nobody knows a service by its reference. */
const card = { title: serviceTitle, second: ['postTitle', 'agents', 'reference'] } as const;

export default function Services({ page, title, description, add, initial, filters }: Props): ReactElement {
  const extras = useServiceExtras(page);
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
        card={card}
        initial={initial}
        always={filters}
        first={filters ? undefined : ahead}
      />
      <ServiceHosts />
    </>
  );
}
