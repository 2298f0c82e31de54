// Dialogs of the service and the account, above any screen.
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactElement, use, useEffect, useState } from 'react';
import { saveUser, useSession } from '#ui/client/session.ts';
import { useStore } from '#ui/client/store.ts';
import { tenant } from '#ui/client/tenant.ts';
import { ignoreUpdate, update, versionInterval } from '#ui/client/version.ts';
import { askVersion, useVersionEvery } from '#ui/client/version-checks.ts';
import { notifyProblem } from '#ui/notify.ts';
import { FieldFrame } from '#ui/shell/field-frame.ts';
import { stores } from '../links/stores.ts';

/** Above the dialog of a record, which stays open. */
const aboveDialogs = 500;

/** On a phone the application is updated in its app store (AG-009); without one, the page reloads. */
export function UpdateDialog(): ReactElement {
  const version = useStore(update);
  const phone = useMediaQuery('(max-width: 48em)', window.matchMedia('(max-width: 48em)').matches) ?? false;
  const links = phone ? stores() : [];
  useEffect(askVersion, []);
  useVersionEvery(versionInterval, true);
  return (
    <Modal
      opened={version !== null}
      onClose={ignoreUpdate}
      title="Nouvelle version"
      centered
      size="sm"
      zIndex={aboveDialogs}
    >
      <Text>
        Une mise à jour est disponible.{' '}
        {links.length > 0 ? 'Installez-la depuis votre magasin d’applications.' : 'Veuillez recharger la page.'}
      </Text>
      {links.length > 0 ? (
        <Stack gap="xs" mt="md">
          {links.map(({ name, url }) => (
            <Button key={url} component="a" href={url} target="_blank" rel="noopener" variant="light" fullWidth>
              {name}
            </Button>
          ))}
        </Stack>
      ) : null}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={ignoreUpdate}>
          Ignorer
        </Button>
        {links.length > 0 ? null : (
          <Button onClick={() => window.location.reload()} data-autofocus>
            Rafraîchir
          </Button>
        )}
      </Group>
    </Modal>
  );
}

/** once, at the first sign-in. */
export function WelcomeDialog(): ReactElement {
  const { user } = useSession();
  // The field application has no such menu; its enrolment says how it works.
  const inField = use(FieldFrame);
  const [opened, setOpened] = useState(user.firstLogin && !inField);
  const close = (): void => {
    setOpened(false);
    saveUser({ firstLogin: false }).catch(notifyProblem);
  };
  return (
    <Modal opened={opened} onClose={close} title={`Bienvenue, ${user.firstname}`} centered size="md">
      <Text>
        Votre compte {tenant().name} est prêt. Le menu mène à vos écrans ; vos réglages, vos appareils et l’apparence
        claire ou sombre se trouvent dans le menu de votre compte, en haut à droite.
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button onClick={close} data-autofocus>
          Commencer
        </Button>
      </Group>
    </Modal>
  );
}
