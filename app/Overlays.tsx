// Messages, questions and dialogs that may come over any screen; they load after the first one.
import { Notifications } from '@mantine/notifications';
import type { ReactElement } from 'react';
import { ConfirmHost } from '#ui/ConfirmHost.tsx';
import { FilesHost } from '#ui/files/FilesHost.tsx';
import { LoaderHost } from '#ui/LoaderHost.tsx';
import { Live } from '#ui/live/Live.tsx';
import { LockedDialog, UpdateDialog, WelcomeDialog } from '#web/session/dialogs.tsx';
import { ReauthenticationHost } from '#web/session/Reauthentication.tsx';

export default function Overlays(): ReactElement {
  return (
    <>
      {/* At the top: a dialog's buttons stand at its bottom, and a message under the pointer does not leave. */}
      <Notifications position="top-center" zIndex={1100} limit={4} />
      <Live />
      <ConfirmHost />
      <FilesHost />
      <LoaderHost />
      <UpdateDialog />
      <WelcomeDialog />
      <LockedDialog />
      <ReauthenticationHost />
    </>
  );
}
