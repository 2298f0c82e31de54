import { type ReactElement, useEffect } from 'react';
import { isActive } from '#core/planning/status.ts';
import { ptiMessage } from '#core/safety/messages.ts';
import { store, useStore } from '#ui/client/store.ts';
import { telOf } from '#ui/tel.ts';
import field from '../field.module.css';
import type { FieldPart, Opened } from '../part.ts';
import { alsoNeeds, screen } from '../screens.ts';
import { reportsIn } from './sent.ts';

const load = () => import('./Guarding.tsx');
alsoNeeds(load);

const again = 5_000;
const guarding = store<Awaited<ReturnType<typeof load>> | null>(null);
const isAtWork = ({ day }: Opened['view']): boolean => day.some(({ status }) => isActive(status));

/** While a service runs; what was reported in it is sent again, and said, after it too. */
function Watch({ session, view }: Opened): ReactElement | null {
  const loaded = useStore(guarding);
  const isOn = isAtWork(view);
  const isNeeded = isOn || reportsIn(view.queue.events).length > 0;
  useEffect(() => {
    if (!isNeeded || loaded) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const attempt = (): void => {
      load().then(guarding.set, () => {
        timer = setTimeout(attempt, again);
      });
    };
    attempt();
    return () => clearTimeout(timer);
  }, [isNeeded, loaded]);
  if (loaded) return <loaded.default session={session} view={view} isAtWork={isOn} />;
  return isOn ? <CallInstead view={view} /> : null;
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
