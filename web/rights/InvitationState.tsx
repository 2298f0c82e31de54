// State of a person's account: active, invited, or not invited yet.
import { Button, Group, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { invite, type RightsHolder } from '#core/session/session.ts';
import { useAct } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import { formatMoment } from '#ui/format.ts';
import { IconMail } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import { AccountState } from './AccountState.tsx';

export function InvitationState({
  holder,
  onChange,
}: {
  holder: RightsHolder;
  onChange(next: RightsHolder): void;
}): ReactElement {
  const { zone } = useLocale();
  const act = useAct(async () => {
    try {
      onChange((await call(invite, { params: { id: holder.id }, key: actKey() })).userCompany);
      notifySuccess('Invitation envoyée');
    } catch (error) {
      notifyProblem(error);
    }
  });
  if (holder.hasAccount) return <AccountState holder={holder} onChange={onChange} />;
  return (
    <Group gap="xs">
      {holder.invitedAt ? (
        <Text size="sm" c="dimmed">
          Invitation envoyée le {formatMoment(holder.invitedAt, zone)}
        </Text>
      ) : null}
      {holder.email ? (
        <Button
          size="compact-sm"
          variant={holder.invitedAt ? 'default' : 'light'}
          leftSection={<IconMail size={14} aria-hidden />}
          loading={act.busy}
          onClick={() => act.run()}
        >
          {holder.invitedAt ? 'Renvoyer l’invitation' : 'Inviter à créer son compte'}
        </Button>
      ) : (
        <Text size="sm" c="dimmed">
          Sans adresse e-mail, cette personne ne peut pas être invitée.
        </Text>
      )}
    </Group>
  );
}
