// Messages, questions and dialogs above any screen; loaded after the first screen.
import { useMediaQuery } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import type { ReactElement } from 'react';
import { ConfirmHost } from '#ui/ConfirmHost.tsx';
import { FilesHost } from '#ui/files/FilesHost.tsx';
import { LoaderHost } from '#ui/LoaderHost.tsx';
import { Live } from '#ui/live/Live.tsx';
import { SheetsHost } from '#ui/shell/SheetsHost.tsx';
import { LeavingHost } from '#web/leaving/LeavingHost.tsx';
import { PublishHost } from '#web/planning/PublishHost.tsx';
import { UpdateDialog, WelcomeDialog } from '#web/session/dialogs.tsx';
import { LockedDialog } from '#web/session/Locked.tsx';
import { ReauthenticationHost } from '#web/session/Reauthentication.tsx';
import classes from './overlays.module.css';

export default function Overlays(): ReactElement {
  // Where no dialog has its title or its buttons, nor a screen its tools. On a phone a dialog has its buttons below.
  const phone = useMediaQuery('(max-width: 48em)') ?? false;
  return (
    <>
      <Notifications
        className={classes.toasts ?? ''}
        position={phone ? 'top-center' : 'bottom-left'}
        zIndex={1100}
        limit={4}
      />
      <Live />
      <SheetsHost />
      <ConfirmHost />
      <FilesHost />
      <LoaderHost />
      <PublishHost />
      <LeavingHost />
      <UpdateDialog />
      <WelcomeDialog />
      <LockedDialog />
      <ReauthenticationHost />
    </>
  );
}
