// Shown instead of the application while the account must set up its second factor.
import { Button } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { loadSession, signOut } from '#ui/client/session.ts';
import { notifyProblem } from '#ui/notify.ts';
import { PublicFrame } from '../session/PublicFrame.tsx';
import { EnrolmentDialog } from './EnrolmentDialog.tsx';

export function EnrolFirst(): ReactElement {
  const [opened, setOpened] = useState(false);
  const [enabled, setEnabled] = useState(false);
  // The recovery codes are shown first: they are never shown again.
  const close = (): void => {
    setOpened(false);
    if (enabled) loadSession().catch(notifyProblem);
  };
  return (
    <PublicFrame
      title="Protégez votre compte"
      lead="La validation en deux étapes est obligatoire pour votre compte : après votre mot de passe, un code de votre téléphone. Activez-la pour continuer."
    >
      <Button fullWidth onClick={() => setOpened(true)}>
        Activer la validation en deux étapes
      </Button>
      <Button fullWidth variant="default" onClick={() => void signOut()}>
        Me déconnecter
      </Button>
      <EnrolmentDialog opened={opened} onEnabled={() => setEnabled(true)} onClose={close} />
    </PublicFrame>
  );
}
