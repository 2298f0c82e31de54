// At the desk: what the field application is, the button that opens it here, and its code for a telephone.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { fieldWaiting } from '#ui/client/field-device.ts';
import { useStore } from '#ui/client/store.ts';
import { plural } from '#ui/format.ts';
import { IconDeviceMobile } from '#ui/icons.ts';
import { QrCode } from '#ui/QrCode.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { setFieldMode } from './mode.ts';

export default function Entrance({ title, description }: ScreenProps): ReactElement {
  const waiting = useStore(fieldWaiting);
  const address = `${window.location.origin}/#/terrain`;
  return (
    <Stack maw="40rem">
      <PageHeader title={title} description={description} />
      {waiting ? (
        <Alert color="orange" role="status" title={`${plural(waiting, 'élément')} à transmettre`}>
          Votre agence ne les a pas encore reçus : ouvrez le mode terrain avec votre code et du réseau.
        </Alert>
      ) : null}
      <Text>
        Prise de service, pause, prolongation et fin, consignes et accès de vos sites : tout s’enregistre sur le
        téléphone, puis part tout seul dès que le réseau revient. Un code de six chiffres l’ouvre, avec ou sans réseau.
      </Text>
      <Button size="lg" leftSection={<IconDeviceMobile size={20} aria-hidden />} onClick={() => setFieldMode(true)}>
        Ouvrir le mode terrain ici
      </Button>
      <Group visibleFrom="sm" wrap="nowrap" align="center">
        <QrCode text={address} label="QR code du mode terrain" />
        <Text>
          Sur votre téléphone : visez ce code avec l’appareil photo, connectez-vous une fois, puis ajoutez la page à
          l’écran d’accueil.
        </Text>
      </Group>
    </Stack>
  );
}
