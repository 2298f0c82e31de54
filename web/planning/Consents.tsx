// Art. 7.07.3: the stored consents of agents to late changes of a service.
import { List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { consentMeans, consentOf } from '#core/planning/calls.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { formatMoment } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';

export function Consents({ values }: { values: { id?: unknown } }): ReactNode {
  const { scope } = useSession();
  // Only the agency sees consents; a new service has none.
  return scope === 'agency' && typeof values.id === 'string' ? <Kept service={values.id} /> : null;
}

/** « par SMS » */
const lowerFirst = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1);

function Kept({ service }: { service: string }): ReactNode {
  const { zone } = useLocale();
  const { data, error } = useCall(consentOf, { params: { id: service } });
  if (error)
    return (
      <Text size="sm" c="red" role="alert">
        Les accords des collaborateurs n’ont pas pu être lus : {error.message}
      </Text>
    );
  if (!data || data.consents.length === 0) return null;
  return (
    <section aria-label="Accords recueillis">
      <Text size="sm" fw={600}>
        Accords recueillis
      </Text>
      <List size="sm" spacing={2} mt={4}>
        {data.consents.map(({ id, agent, means, obtainedAt, author, comment }) => (
          <List.Item key={id}>
            {agent}, {lowerFirst(consentMeans[means as keyof typeof consentMeans])}, le {formatMoment(obtainedAt, zone)}{' '}
            (noté par {author}){comment ? ` : ${comment}` : ''}
          </List.Item>
        ))}
      </List>
    </section>
  );
}
