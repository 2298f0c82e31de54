// Hires a candidate: his type and his first contract are one save.
import { Alert, Button, Checkbox, Group, Stack } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { Agent } from '#core/agents/agent.ts';
import { contractFields } from '#core/agents/contracts.ts';
import type { Field } from '#core/kernel/field.ts';
import { messages, Problem } from '#core/kernel/problem.ts';
import { actKey, call, endpointsOf } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { today } from '#ui/clock.ts';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { useDialogSize } from '#ui/dialog.ts';
import { setAt, startingValues, type Values } from '#ui/EntityDialog/values.ts';
import fieldClasses from '#ui/fields/fields.module.css';
import { type Faults, FieldInput } from '#ui/kinds/inputs.tsx';
import { useLocale } from '#ui/kinds/locale.ts';
import { closing } from '#ui/leaving.ts';
import type { AnyRow } from '#ui/moves.ts';
import { notifySuccess } from '#ui/notify.ts';
import { askAboutAnomalies } from './askAboutAnomalies.ts';
import { activateAndInvite, invitationLabel, mayInvite } from './inviting.ts';
import { useExpirationTypes } from './useExpirationTypes.ts';

const asked: [string, Field][] = (
  [
    'type',
    'name',
    'startDate',
    'endDate',
    'hoursLimit',
    'period',
    'category',
    'classificationCoeff',
    'monthlyPay',
  ] as const
).map((name) => [name, contractFields[name]]);

const line = 'agentInfos.contracts.';

export default function HireDialog({ agent, onClose }: { agent: AnyRow; onClose(): void }): ReactElement {
  const locale = useLocale();
  const types = useExpirationTypes();
  const { content: _content, ...size } = useDialogSize();
  const [initial] = useState<Values>(() => ({
    ...startingValues(contractFields, locale),
    startDate: today(locale.zone),
  }));
  const [contract, setContract] = useState(initial);
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [key, setKey] = useState(actKey);
  const session = useSession();
  const invitable = mayInvite(agent, session);
  const [invited, setInvited] = useState(true);

  const hire = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const { read, save } = endpointsOf(Agent);
    if (!read || !save) return;
    try {
      const { agent: sheet } = (await call(read, { params: { id: agent.id } })) as { agent: AnyRow };
      const infos = sheet.agentInfos as { contracts: Values[] | null };
      const contracts = [...(infos.contracts ?? []), contract];
      const hired = { ...sheet, agentInfos: { ...infos, type: 'EMPLOYEE', contracts } };
      if (!(await askAboutAnomalies([{ values: hired, before: sheet }], types, locale))) return;
      await call(save, {
        params: { id: agent.id },
        input: {
          id: agent.id,
          version: sheet.version,
          agentInfos: { type: 'EMPLOYEE', contracts },
        },
        key,
      });
      notifySuccess(`${String(agent.fullname)} est embauché(e)`);
      // The hire stays if the invitation is refused.
      if (invitable && invited) await activateAndInvite(agent);
      await invalidateEntity(Agent);
      onClose();
    } catch (error) {
      const violations = error instanceof Problem ? (error.details.violations ?? []) : [];
      const own = violations.flatMap(({ path, message }): [string, string][] =>
        path.startsWith(line) ? [[path.slice(line.length).replace(/^\d+\./, ''), message]] : [],
      );
      setFaults(Object.fromEntries(own));
      if (own.length === 0) setFailure(error instanceof Error ? error.message : messages.unexpected);
      // Refused, so not done: the next try gets another key. Without an answer it keeps its key.
      if (error instanceof Problem) setKey(actKey());
    } finally {
      setBusy(false);
    }
  };

  const leave = closing({ isTouched: contract !== initial, busy, onClose });
  return (
    <DialogAbove opened onClose={leave} title={`Embaucher ${String(agent.fullname)}`} {...size} size="lg" padding="md">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void hire();
        }}
      >
        <Stack inert={busy}>
          <div className={fieldClasses.grid}>
            {asked.map(([name, field]) => (
              <div key={name} data-width={field.width ?? 'full'}>
                <FieldInput
                  field={field}
                  path={name}
                  value={contract[name]}
                  faults={faults}
                  change={(path, value) => setContract((before) => setAt(before, path, value))}
                  leave={() => {}}
                />
              </div>
            ))}
          </div>
          {invitable && (
            <Checkbox
              label={invitationLabel(agent)}
              description={String(agent.email)}
              checked={invited}
              onChange={({ currentTarget }) => setInvited(currentTarget.checked)}
            />
          )}
          {failure !== null && (
            <Alert color="red" role="alert">
              {failure}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={leave}>
              Annuler
            </Button>
            <Button type="submit" loading={busy}>
              Embaucher
            </Button>
          </Group>
        </Stack>
      </form>
    </DialogAbove>
  );
}
