// State of an account: its second factor, which the owner can reset for a user who lost his phone.
import { Button, Group, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { accountStates } from '#core/agents/account.ts';
import { resetSecondFactor } from '#core/session/account.ts';
import type { RightsHolder } from '#core/session/session.ts';
import { useAct } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import { useSession } from '#ui/client/session.ts';
import { confirm } from '#ui/confirm.tsx';
import { IconCheck, IconShieldLock } from '#ui/icons.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';

interface Props {
  holder: RightsHolder;
  onChange(next: RightsHolder): void;
}

export function AccountState({ holder, onChange }: Props): ReactElement {
  const { flags, user } = useSession();
  const reset = useAct(async () => {
    const sure = await confirm({
      title: 'Réinitialiser la validation en deux étapes',
      message: `Le mot de passe de ${holder.fullname} suffira de nouveau. Ses appareils seront déconnectés et un e-mail l’en avertira.`,
      confirmLabel: 'Réinitialiser',
      danger: true,
    });
    if (!sure) return;
    try {
      await call(resetSecondFactor, { params: { id: holder.id }, key: actKey() });
      onChange({ ...holder, secondFactor: false });
      notifySuccess('Validation en deux étapes réinitialisée');
    } catch (error) {
      notifyProblem(error);
    }
  });
  const isOwn = user.userCompanies.some(({ id }) => id === holder.id);
  return (
    <Group gap="xs">
      <Group gap={6} c="dimmed">
        <IconCheck size={15} aria-hidden />
        <Text size="sm">{accountStates.OPEN}</Text>
      </Group>
      {holder.secondFactor ? (
        <>
          <Group gap={6} c="dimmed">
            <IconShieldLock size={15} aria-hidden />
            <Text size="sm">Validation en deux étapes</Text>
          </Group>
          {flags.isAgencyOwner && !isOwn ? (
            <Button size="compact-sm" variant="default" loading={reset.busy} onClick={() => reset.run()}>
              Réinitialiser
            </Button>
          ) : null}
        </>
      ) : null}
    </Group>
  );
}
