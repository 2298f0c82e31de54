import { type ReactElement, useEffect } from 'react';
import { isActive } from '#core/planning/status.ts';
import { ptiMessage } from '#core/safety/messages.ts';
import { store, useStore } from '#ui/client/store.ts';
import { telOf } from '#ui/tel.ts';
import field from '../field.module.css';
import type { FieldPart, Opened } from '../part.ts';
import { alsoNeeds, screen } from '../screens.ts';

const load = () => import('./Guarding.tsx');
alsoNeeds(load);

const again = 5_000;
const guarding = store<Awaited<ReturnType<typeof load>> | null>(null);
const isAtWork = ({ day }: Opened['view']): boolean => day.some(({ status }) => isActive(status));

/** Only while a service runs. */
function Watch({ session, view }: Opened): ReactElement | null {
  const loaded = useStore(guarding);
  const isOn = isAtWork(view);
  useEffect(() => {
    if (!isOn || loaded) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const attempt = (): void => {
      load().then(guarding.set, () => {
        timer = setTimeout(attempt, again);
      });
    };
    attempt();
    return () => clearTimeout(timer);
  }, [isOn, loaded]);
  if (!isOn) return null;
  return loaded ? <loaded.default session={session} view={view} /> : <CallInstead view={view} />;
}

function InSheet({ session, view }: Opened): ReactElement | null {
  const loaded = useStore(guarding);
  if (!isAtWork(view)) return null;
  return loaded ? <loaded.SheetSos session={session} view={view} /> : <CallInstead view={view} />;
}

/** A phone that lost the network before it had the whole application can still call. */
const CallInstead = ({ view }: Pick<Opened, 'view'>): ReactElement => (
  <a className={field.quiet} href={telOf(view.held.frame?.safety?.phone ?? '112')}>
    SOS en cours de chargement : appeler
  </a>
);

export const safety: FieldPart = {
  name: 'safety',
  messages: [ptiMessage],
  Watch,
  InSheet,
  pages: { protection: screen(() => import('./Protection.tsx')) },
  menu: () => [{ label: 'Protection (PTI)', to: 'protection' }],
};
