import { ActionIcon, Tooltip } from '@mantine/core';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { IconHelp } from '#ui/icons.ts';

const HelpPanel = lazy(() => import('./HelpPanel.tsx'));

/** The screen that is shown. */
export interface Here {
  name: string;
  label: string;
  description: string;
}

/** « ? » in the bar: what the screen is for, and its keys. */
export function HelpButton({ here }: { here: Here | null }): ReactElement {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Tooltip label="Aide">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Aide"
          aria-haspopup="dialog"
          onClick={() => setOpened(true)}
        >
          <IconHelp size={18} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <Suspense>{opened ? <HelpPanel here={here} onClose={() => setOpened(false)} /> : null}</Suspense>
    </>
  );
}
