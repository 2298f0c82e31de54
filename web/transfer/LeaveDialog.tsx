// Ends the contracts of those who go with the site, the day before the transfer; nothing is done without this.
import { Alert, Button, Checkbox, Group, Radio, Stack, Text } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { Agent } from '#core/agents/agent.ts';
import type { Row } from '#core/kernel/entity.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { daysAfter } from '#core/planning/days.ts';
import { endTransferred, type JudgedPerson } from '#core/transfer/calls.ts';
import { StaffTransfer } from '#core/transfer/transfer.ts';
import { useAct, useActKey } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { plural } from '#ui/format.ts';
import { notifySuccess } from '#ui/notify.ts';

interface Props {
  transfer: Row<typeof StaffTransfer>;
  people: readonly JudgedPerson[];
  onClose(): void;
  onDone(): void;
}

export default function LeaveDialog({ transfer, people, onClose, onDone }: Props): ReactElement {
  const { can } = useSession();
  const edits = can(['editService']);
  const [agents, setAgents] = useState<string[]>(people.map(({ agent }) => agent.id));
  const [services, setServices] = useState<'keep' | 'free'>(edits ? 'free' : 'keep');
  const keyOf = useActKey();
  const last = daysAfter(transfer.transferDate, -1);
  const act = useAct(async () => {
    const input = { agents, services };
    const done = await call(endTransferred, { params: { id: transfer.id }, input, key: keyOf(input) });
    notifySuccess(
      `${plural(done.ended, 'contrat terminé', 'contrats terminés')}, ${plural(done.freed, 'service libéré', 'services libérés')}`,
    );
    await Promise.all([invalidateEntity(StaffTransfer, [transfer.id]), invalidateEntity(Agent, agents)]);
    onDone();
    onClose();
  });
  return (
    <DialogAbove opened onClose={onClose} title="Terminer les contrats des salariés transférés" centered size="lg">
      <Stack inert={act.busy}>
        {act.problem && <Alert color="red">{act.problem.message}</Alert>}
        <Text size="sm">
          {`Leur contrat prend fin le ${frenchDay(last)}, veille du transfert, avec pour motif le transfert à l’entreprise entrante. Le registre du personnel porte cette sortie.`}
        </Text>
        <Checkbox.Group label="Salariés" value={agents} onChange={setAgents}>
          <Stack gap="xs" mt="xs">
            {people.map(({ agent, contractEnd }) => (
              <Checkbox
                key={agent.id}
                value={agent.id}
                label={contractEnd ? `${agent.name} (contrat jusqu’au ${frenchDay(contractEnd)})` : agent.name}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <Radio.Group
          label="Leurs services à venir, sur tous les sites"
          value={services}
          onChange={(value) => setServices(value as 'keep' | 'free')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="free" disabled={!edits} label="Les libérer : ils deviennent à pourvoir" />
            <Radio value="keep" label="Les garder : le planning les signale" />
          </Stack>
        </Radio.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Annuler
          </Button>
          <Button color="red" loading={act.busy} disabled={agents.length === 0} onClick={() => act.run()}>
            {`Terminer ${plural(agents.length, 'contrat')}`}
          </Button>
        </Group>
      </Stack>
    </DialogAbove>
  );
}
