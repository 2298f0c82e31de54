// The conversation of a request. What is typed is kept until it is sent.

import { Button, Group, Text, Textarea } from '@mantine/core';
import type { ReactElement } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import { requestCalls } from '#core/requests/calls.ts';
import { longestMessage } from '#core/requests/limits.ts';
import { requestOf } from '#core/requests/request.ts';
import type { RequestKind } from '#core/requests/status.ts';
import { useAct, useActKey } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { FormProblem } from '#ui/credentials/FormProblem.tsx';
import { useTextDraft } from '#ui/drafts.ts';
import { formatMoment } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { pathFor } from '#ui/may.ts';
import { Block } from '../summary/parts.tsx';
import classes from './requests.module.css';
import type { RequestRow } from './rows.ts';

export function Thread({
  kind,
  row,
  mayWrite,
}: {
  kind: RequestKind;
  row: RequestRow;
  mayWrite: boolean;
}): ReactElement {
  const path = pathFor(useSession(), requestOf[kind] as Entity);
  const { zone } = useLocale();
  const own = path === 'agency' ? 'AGENCY' : 'REQUESTER';
  return (
    <Block title="Conversation" wide>
      {row.messages.length === 0 ? (
        <Text size="sm" c="dimmed">
          Aucun message pour l’instant.
        </Text>
      ) : (
        <ol className={classes.thread}>
          {row.messages.map(({ id, at, author, side, content }) => (
            <li key={id} className={classes.said} data-own={side === own || undefined}>
              <span className={classes.who}>
                {side === 'AGENCY' && own !== 'AGENCY' ? `${author ?? ''} · votre agence` : author}
                <time dateTime={at}>{formatMoment(at, zone)}</time>
              </span>
              <p>{content}</p>
            </li>
          ))}
        </ol>
      )}
      {mayWrite ? <Writing kind={kind} id={row.id} /> : null}
    </Block>
  );
}

function Writing({ kind, id }: { kind: RequestKind; id: string }): ReactElement {
  const { text, type, clear } = useTextDraft(`request-message.${id}`);
  const keyOf = useActKey();
  const act = useAct(async () => {
    const input = { content: text.trim() };
    await call(requestCalls[kind].write, { params: { id }, input, key: keyOf(input) });
    keyOf.renew();
    clear(text);
    await invalidateEntity(requestOf[kind] as Entity, [id]);
  });
  return (
    <form
      className={classes.writing}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') act.run();
      }}
    >
      <Textarea
        aria-label="Votre message"
        placeholder="Écrire un message…"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={longestMessage}
        value={text}
        onChange={({ currentTarget: { value } }) => type(value)}
      />
      <FormProblem problem={act.problem} />
      <Group justify="flex-end">
        <Button type="submit" loading={act.busy} disabled={text.trim() === ''}>
          Envoyer
        </Button>
      </Group>
    </form>
  );
}
