// « Notifications » of the menu: whether this phone receives them, and for what.
import { type ReactElement, useEffect, useState } from 'react';
import type { Output } from '#core/kernel/endpoint.ts';
import type { Channel } from '#core/kernel/notification.ts';
import {
  listNotificationPreferences,
  type NotificationPreference,
  saveNotificationPreference,
} from '#core/notifications/calls.ts';
import { usePush } from '#ui/client/usePush.ts';
import { say } from '../calls.ts';
import field from '../field.module.css';
import { Page } from '../Page.tsx';
import type { OfPage } from '../part.ts';

export default function Notifications({ session }: OfPage): ReactElement {
  const { words, problem, change } = usePush();
  return (
    <Page title="Notifications">
      <p role="status">{words}</p>
      {problem ? (
        <p role="alert" className={field.warning}>
          {problem.message}
        </p>
      ) : null}
      {change ? (
        <button
          type="button"
          className={change.isOn ? field.other : field.main}
          disabled={change.busy}
          onClick={change.run}
        >
          {change.label}
        </button>
      ) : null}
      <Kinds session={session} />
    </Page>
  );
}

type Read = readonly NotificationPreference[] | 'reading' | 'lost';

function Kinds({ session }: Pick<OfPage, 'session'>): ReactElement | null {
  const [read, setRead] = useState<Read>('reading');
  const [problem, setProblem] = useState<string | null>(null);
  const load = (): void => {
    setRead('reading');
    void say(session.device, listNotificationPreferences).then(({ status, body }) =>
      setRead(status === 200 ? (body as Output<typeof listNotificationPreferences>).preferences : 'lost'),
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; « Réessayer » reads again.
  useEffect(load, []);
  if (read === 'reading') return <p aria-busy>Lecture de vos préférences…</p>;
  if (read === 'lost')
    return (
      <div className={field.note}>
        <p>Vos préférences se lisent avec du réseau.</p>
        <button type="button" className={field.other} onClick={load}>
          Réessayer
        </button>
      </div>
    );
  if (read.length === 0) return null;
  const show = (kind: string, chosen: Channel[]): void =>
    setRead((now) =>
      typeof now === 'string' ? now : now.map((one) => (one.kind === kind ? { ...one, channels: chosen } : one)),
    );
  const choose = async ({ kind, channels: before }: NotificationPreference, isOn: boolean): Promise<void> => {
    const others = before.filter((one) => one !== 'push');
    setProblem(null);
    show(kind, isOn ? [...others, 'push'] : others);
    const input = { channels: isOn ? [...others, 'push'] : others };
    const said = await say(session.device, saveNotificationPreference, input, { kind });
    if (said.status === 200) return;
    show(kind, before);
    setProblem(said.message);
  };
  return (
    <section aria-label="Prévenez-moi sur mon téléphone quand…">
      <h2 className={field.part}>Prévenez-moi sur mon téléphone quand…</h2>
      {problem ? (
        <p role="alert" className={field.warning}>
          {problem}
        </p>
      ) : null}
      <ul className={field.list}>
        {read.map((one) => (
          <li key={one.kind}>
            <label className={field.choice}>
              <input
                type="checkbox"
                checked={one.channels.includes('push')}
                onChange={({ currentTarget }) => void choose(one, currentTarget.checked)}
              />
              <span>{one.label}</span>
            </label>
          </li>
        ))}
      </ul>
    </section>
  );
}
