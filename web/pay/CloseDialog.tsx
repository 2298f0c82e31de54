// Closing a month: what is wrong first, then what it means.

import { Alert, Anchor, Checkbox, List, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { formatMoney } from '#core/kernel/money.ts';
import { closePayroll, fetchPayrollMonth, type PayrollMonth } from '#core/pay/calls.ts';
import { type PayIssue, payIssues } from '#core/pay/facts.ts';
import { ofMonth } from '#core/planning/days.ts';
import { ActFooter } from '#ui/ActFooter.tsx';
import { useAct } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import { queryClient, queryKey } from '#ui/client/queries.tsx';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { plural } from '#ui/format.ts';
import { IconAlertTriangle } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { notifySuccess } from '#ui/notify.ts';

/** The same call for every month. */
const months = queryKey(fetchPayrollMonth)[0];

export default function CloseDialog({ payroll, onClose }: { payroll: PayrollMonth; onClose(): void }): ReactElement {
  const { currency } = useLocale();
  const { month, agents, unsettled, total } = payroll;
  const [known, setKnown] = useState(false);
  const [key] = useState(actKey);
  const act = useAct(async () => {
    await call(closePayroll, { input: { month, unsettled }, key });
    notifySuccess(`Paie ${ofMonth(month)} close`);
    await queryClient.invalidateQueries({ queryKey: [months] });
    onClose();
  });
  const waiting = agents.filter((agent) => agent.unsettled > 0);
  const issues = (Object.keys(payIssues) as PayIssue[])
    .map((issue) => ({ issue, names: agents.filter((agent) => agent.issues.includes(issue)).map(({ name }) => name) }))
    .filter(({ names }) => names.length > 0);
  const wrong = waiting.length + issues.length > 0;
  return (
    <DialogAbove opened onClose={onClose} title={`Clore la paie ${ofMonth(month)}`} size="lg" centered>
      <Stack inert={act.busy}>
        {waiting.length > 0 && (
          <Alert
            color="orange"
            icon={<IconAlertTriangle aria-hidden />}
            title={`${plural(unsettled, 'écart')} d’heures à valider`}
          >
            <Text size="sm">
              Les heures planifiées comptent tant qu’ils ne sont pas validés ; ensuite, ce sera une régularisation du
              mois suivant.{' '}
              <Anchor component={Link} to="/listServiceTimes">
                Valider les heures
              </Anchor>
            </Text>
            <List size="sm" mt={4}>
              {waiting.map(({ id, name, unsettled: count }) => (
                <List.Item key={id}>
                  {name} : {count}
                </List.Item>
              ))}
            </List>
          </Alert>
        )}
        {issues.map(({ issue, names }) => (
          <Alert key={issue} color="orange" icon={<IconAlertTriangle aria-hidden />} title={payIssues[issue]}>
            <Text size="sm">{names.join(', ')}</Text>
          </Alert>
        ))}
        <Text>
          {plural(agents.length, 'collaborateur')}, {formatMoney(total, currency)} au total. Une paie close ne se rouvre
          pas : ce qui change ensuite devient une régularisation du mois suivant.
        </Text>
        {wrong && (
          <Checkbox
            label="J’ai lu ce qui précède et je clos quand même"
            checked={known}
            onChange={({ currentTarget }) => setKnown(currentTarget.checked)}
          />
        )}
        {act.problem && <Text c="red">{act.problem.message}</Text>}
        <ActFooter act={act} label="Clore définitivement" disabled={wrong && !known} onLeave={onClose} />
      </Stack>
    </DialogAbove>
  );
}
