// Pending invitations, with a reminder button.
import { Button, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import type { Home } from '#core/home/home.ts';
import { invite } from '#core/session/session.ts';
import { useAct } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import { formatRelative, plural } from '#ui/format.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import classes from './Home.module.css';

type Waiting = NonNullable<Home['invitations']>;

export function Invitations({ invitations, onSent }: { invitations: Waiting; onSent(): void }): ReactElement {
  const { count, oldest } = invitations;
  const more = count - oldest.length;
  return (
    <section className={classes.panel} aria-labelledby="invitations">
      <h2 id="invitations">Invitations en attente</h2>
      {count === 0 ? (
        <Text c="dimmed" p="md">
          Personne n’a d’invitation sans réponse. On invite depuis les droits d’un collaborateur ou d’un interlocuteur.
        </Text>
      ) : null}
      <ul className={classes.items}>
        {oldest.map((waiting) => (
          <Line key={waiting.id} waiting={waiting} onSent={onSent} />
        ))}
      </ul>
      {more > 0 ? (
        <Text size="sm" c="dimmed" px="md" pb="sm">
          et {plural(more, 'autre')}
        </Text>
      ) : null}
    </section>
  );
}

function Line({ waiting, onSent }: { waiting: Waiting['oldest'][number]; onSent(): void }): ReactElement {
  const { id, fullname, email, type, invitedAt } = waiting;
  const act = useAct(async () => {
    try {
      await call(invite, { params: { id }, key: actKey() });
      notifySuccess(`Invitation renvoyée à ${fullname}`);
      onSent();
    } catch (error) {
      notifyProblem(error);
    }
  });
  return (
    <li className={classes.waiting}>
      <span className={classes.words}>
        <span className={classes.label}>{fullname}</span>
        <span className={classes.description}>
          {type === 'CUSTOMER' ? 'Interlocuteur' : 'Collaborateur'} · {email} · {formatRelative(invitedAt)}
        </span>
      </span>
      <Button
        size="compact-sm"
        variant="default"
        loading={act.busy}
        onClick={() => act.run()}
        aria-label={`Renvoyer l’invitation à ${fullname}`}
      >
        Renvoyer
      </Button>
    </li>
  );
}
