// The rights of one person, opened from any list. The dialog is loaded on first use.
import { lazy, type ReactElement, Suspense, useState } from 'react';
import type { RightsProps } from './RightsDialog.tsx';

const RightsDialog = lazy(() => import('./RightsDialog.tsx'));

export function RightsEditor(props: RightsProps): ReactElement | null {
  const [wanted, setWanted] = useState(false);
  // Stays mounted: it closes with its animation and restores the focus.
  if (props.id !== null && !wanted) setWanted(true);
  return wanted ? (
    <Suspense>
      <RightsDialog {...props} />
    </Suspense>
  ) : null;
}
