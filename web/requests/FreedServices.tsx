// The services that an accepted leave freed: named when it is no longer accepted, then offered back.
import { Alert, List, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import type { ComingService, Freed } from '#core/planning/leaving.ts';
import { sessionStore } from '#ui/client/session-state.ts';
import { plural } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { notifyIncomplete, notifyProblem } from '#ui/notify.ts';
import { serviceText } from './period.ts';

/** The first ones are enough to decide. */
const most = 5;

export function FreedServices({ services }: { services: readonly ComingService[] }): ReactElement {
  const { zone } = useLocale();
  return (
    <Alert color="orange" variant="light" title={freedText(services.length)}>
      <List size="sm" listStyleType="none">
        {services.slice(0, most).map((one) => (
          <List.Item key={one.id}>
            {`${serviceText(one, zone)} · ${one.agents.map(({ name }) => name).join(', ') || 'à pourvoir'}`}
          </List.Item>
        ))}
        {services.length > most ? <List.Item>{`et ${services.length - most} de plus`}</List.Item> : null}
      </List>
      <Text size="sm" mt="xs">
        Après votre réponse, vous pourrez les lui rendre, sauf ceux que quelqu’un a modifiés depuis.
      </Text>
    </Alert>
  );
}

const freedText = (count: number, by = 'par l’acceptation'): string =>
  plural(count, `service libéré ${by}`, `services libérés ${by}`);

/** Stays until it is taken or closed: nobody forgets a post without its holder. */
export function offerBack(agent: { id: string; name: string }, freed: Freed, by = 'par l’acceptation'): void {
  const { length } = freed.freed;
  if (length === 0) return;
  const give = async (): Promise<void> => {
    const { giveBack } = await import('../leaving/leaving.ts');
    await giveBack('agent', agent.id, freed);
  };
  const may = sessionStore.get()?.can(['editService']) ?? false;
  notifyIncomplete(`${freedText(length, by)} : ${agent.name} n’y est plus.`, {
    ...(may
      ? {
          offer: {
            label: length === 1 ? 'Le lui rendre' : 'Les lui rendre',
            act: () => void give().catch(notifyProblem),
          },
        }
      : {}),
    lasts: 'answered',
  });
}
