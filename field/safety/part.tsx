import type { ReactElement } from 'react';
import { Suspense } from 'react';
import { isActive } from '#core/planning/status.ts';
import { ptiMessage } from '#core/safety/messages.ts';
import type { FieldPart, Opened } from '../part.ts';
import { screen } from '../screens.ts';

const Guarding = screen(() => import('./Guarding.tsx'));

/** Only while a service runs. */
const Watch = ({ session, view }: Opened): ReactElement | null =>
  view.day.some(({ status }) => isActive(status)) ? (
    <Suspense fallback={null}>
      <Guarding session={session} view={view} />
    </Suspense>
  ) : null;

export const safety: FieldPart = {
  name: 'safety',
  messages: [ptiMessage],
  Watch,
  pages: { protection: screen(() => import('./Protection.tsx')) },
  menu: () => [{ label: 'Protection (PTI)', to: 'protection' }],
};
