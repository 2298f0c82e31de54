// The rights of one person, from any list of people. The dialog comes when it is first wanted: a table does not wait for it.
import { lazy, type ReactElement, Suspense, useState } from 'react';
import type { RightsProps } from './RightsDialog.tsx';

const RightsDialog = lazy(() => import('./RightsDialog.tsx'));

export function RightsEditor(props: RightsProps): ReactElement | null {
  const [wanted, setWanted] = useState(false);
  // Once there it stays: it closes with its own motion, and gives the focus back.
  if (props.id !== null && !wanted) setWanted(true);
  return wanted ? (
    <Suspense>
      <RightsDialog {...props} />
    </Suspense>
  ) : null;
}
