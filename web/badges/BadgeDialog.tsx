// An agent's badge, for the agency: print it, or renew its code when it is lost.
import { Button } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { renewBadge } from '#core/agents/badge.ts';
import { actKey, call } from '#ui/client/call.ts';
import { useSession } from '#ui/client/session.ts';
import { confirm } from '#ui/confirm.tsx';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { useDialogSize } from '#ui/dialog.ts';
import { IconRefresh } from '#ui/icons.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import { BadgeView } from './BadgeView.tsx';

interface Props {
  agent: { id: string; name: string };
  onClose(): void;
}

export default function BadgeDialog({ agent, onClose }: Props): ReactElement {
  const { content: _content, ...size } = useDialogSize();
  const session = useSession();
  const [busy, setBusy] = useState(false);
  const renew = async (drawAgain: () => void): Promise<void> => {
    const sure = await confirm({
      title: 'Renouveler le code',
      message: `Les badges déjà imprimés de ${agent.name} ne seront plus reconnus.`,
      confirmLabel: 'Renouveler le code',
      danger: true,
    });
    if (!sure) return;
    setBusy(true);
    try {
      await call(renewBadge, { params: { id: agent.id }, key: actKey() });
      notifySuccess('Code renouvelé : remettez le nouveau badge');
      drawAgain();
    } catch (error) {
      notifyProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <DialogAbove opened onClose={onClose} title={`Badge de ${agent.name}`} {...size} size="lg" padding="md">
      <BadgeView
        id={agent.id}
        name={agent.name}
        mount="agency"
        more={(drawAgain) =>
          session.can(['editAgent']) ? (
            <Button
              variant="default"
              color="red"
              leftSection={<IconRefresh size={18} aria-hidden />}
              loading={busy}
              onClick={() => void renew(drawAgain)}
            >
              Renouveler le code
            </Button>
          ) : null
        }
      />
    </DialogAbove>
  );
}
