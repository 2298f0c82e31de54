// A locked agency (C-020): why, and whom to call. The owner calls the platform, everybody else the agency.
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { isUnpaidLock, lockTitle } from '#core/agencies/lock.ts';
import { useAct } from '#ui/client/act.ts';
import { loadSession, useSession } from '#ui/client/session.ts';
import { tenant } from '#ui/client/tenant.ts';
import { notifyProblem } from '#ui/notify.ts';
import { AgencyReach } from '../links/AgencyReach.tsx';
import { Reach } from '../links/Reach.tsx';

/** `onLeave`: a link to another screen was followed. */
export function LockedReason({ onLeave }: { onLeave?: () => void }): ReactElement {
  const { profile, agency, flags } = useSession();
  const { name, contact, modules } = tenant();
  const locks = profile?.company.errors.filter(({ lock }) => lock) ?? [];
  // What suspends the agency is read and paid, whatever is switched on (Z-065).
  const billed = modules.payments || locks.some(({ message }) => isUnpaidLock(message));
  return (
    <Stack gap="sm">
      {locks.map(({ message }) => (
        <Text key={message} fw={550}>
          {message}
        </Text>
      ))}
      {flags.isAgencyOwner ? (
        <>
          {modules.subscriptions || billed ? (
            <Group gap="xs">
              {modules.subscriptions ? (
                <Button component="a" href="#/choosePlan" onClick={onLeave}>
                  Choisir une formule
                </Button>
              ) : null}
              {billed ? (
                <Button component="a" href="#/payments/invoices" variant="default" onClick={onLeave}>
                  Voir mes factures
                </Button>
              ) : null}
            </Group>
          ) : null}
          <Text>Pour rouvrir les écrans de votre agence, contactez {name}.</Text>
          <Reach
            phones={contact.phone ? [contact.phone] : []}
            email={contact.email}
            none={`Aucun contact n’est renseigné pour ${name}.`}
          />
        </>
      ) : (
        <>
          <Text>Pour retrouver vos écrans, adressez-vous à {agency?.name ?? 'votre agence'}.</Text>
          <AgencyReach />
        </>
      )}
    </Stack>
  );
}

/** B-065 */
export function LockedDialog(): ReactElement {
  const { profile, subscriptionValid } = useSession();
  const reasons = profile?.company.errors.flatMap(({ lock, message }) => (lock ? [message] : [])) ?? [];
  const [closed, setClosed] = useState(false);
  const again = useAct(async () => {
    await loadSession().catch(notifyProblem);
  });
  return (
    <Modal
      opened={!subscriptionValid && profile !== null && !closed}
      onClose={() => setClosed(true)}
      title={lockTitle(reasons)}
      centered
      size="md"
    >
      <LockedReason onLeave={() => setClosed(true)} />
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" loading={again.busy} onClick={() => again.run()}>
          Vérifier à nouveau
        </Button>
        <Button onClick={() => setClosed(true)} data-autofocus>
          Fermer
        </Button>
      </Group>
    </Modal>
  );
}
