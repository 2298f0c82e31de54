import { type ComponentType, type ReactElement, useEffect, useState } from 'react';
import { isActive } from '#core/planning/status.ts';
import { ptiMessage } from '#core/safety/messages.ts';
import { telOf } from '#ui/tel.ts';
import field from '../field.module.css';
import type { FieldPart, Opened } from '../part.ts';
import { alsoNeeds, screen } from '../screens.ts';

const load = () => import('./Guarding.tsx');
alsoNeeds(load);

const again = 5_000;

/** Only while a service runs. A phone that lost the network before it had the whole application can still call. */
function Watch({ session, view }: Opened): ReactElement | null {
  const [Guarding, setGuarding] = useState<ComponentType<Opened> | null>(null);
  const isOn = view.day.some(({ status }) => isActive(status));
  useEffect(() => {
    if (!isOn || Guarding) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const attempt = (): void => {
      load().then(
        (loaded) => setGuarding(() => loaded.default),
        () => {
          timer = setTimeout(attempt, again);
        },
      );
    };
    attempt();
    return () => clearTimeout(timer);
  }, [isOn, Guarding]);
  if (!isOn) return null;
  if (Guarding) return <Guarding session={session} view={view} />;
  return (
    <a className={field.quiet} href={telOf(view.held.frame?.safety?.phone ?? '112')}>
      SOS en cours de chargement : appeler
    </a>
  );
}

export const safety: FieldPart = {
  name: 'safety',
  messages: [ptiMessage],
  Watch,
  pages: { protection: screen(() => import('./Protection.tsx')) },
  menu: () => [{ label: 'Protection (PTI)', to: 'protection' }],
};
