// Messages, questions and dialogs above any screen; loaded after the first screen.
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
  return (
    <>
      {/* At the top: buttons of dialogs are at the bottom, and a message under the pointer stays open. */}
      <Notifications className={classes.toasts ?? ''} position="top-center" zIndex={1100} limit={4} />
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
