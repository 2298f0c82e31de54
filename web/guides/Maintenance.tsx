// « Maintenance »: plan one with its message, follow it, cancel or end it (AB-031, AB-032).
import { Alert, Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { type ReactElement, useEffect, useState } from 'react';
import { endMaintenance, readMaintenance, saveMaintenance } from '#core/guides/maintenance-calls.ts';
import { Problem } from '#core/kernel/problem.ts';
import { type Maintenance, type MaintenanceState, stateOf } from '#core/session/maintenance.ts';
import { useAct, useActKey } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { askVersion } from '#ui/client/version-checks.ts';
import { confirm } from '#ui/confirm.tsx';
import { FormProblem } from '#ui/credentials/FormProblem.tsx';
import { TypedInput } from '#ui/fields/TypedInput.tsx';
import { useLocale } from '#ui/kinds/locale.ts';
import { typedWay } from '#ui/kinds/typed.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { Html } from '#ui/richtext/Html.tsx';
import { RichTextInput } from '#ui/richtext/index.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { useNow } from '#ui/useNow.ts';
import { Section } from '../account/Section.tsx';
import { plannedHours } from '../session/hours.ts';
import classes from './guides.module.css';

const states: Record<Exclude<MaintenanceState, 'over'>, { label: string; colour: string; end: string }> = {
  announced: { label: 'Annoncée', colour: 'blue', end: 'Annuler la maintenance' },
  begun: { label: 'En cours', colour: 'orange', end: 'Terminer maintenant' },
};

/** Milliseconds between two readings. */
const often = 15_000;

export default function MaintenancePlan({ title, description }: ScreenProps): ReactElement {
  const { data, error, refetch } = useCall(readMaintenance);
  // Somebody else may plan, change or end one.
  useEffect(() => {
    const timer = setInterval(() => void refetch(), often);
    return () => clearInterval(timer);
  }, [refetch]);
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      {error && !data ? (
        <ReadFailure
          title="La maintenance n’a pas pu être lue"
          message={error.message}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <Skeleton height={240} role="status" aria-busy="true" aria-label="Chargement" />
      ) : (
        <>
          <Current plan={data.maintenance} onChange={() => void refetch()} />
          <Form plan={data.maintenance} onSaved={() => void refetch()} />
        </>
      )}
    </div>
  );
}

function Current({ plan, onChange }: { plan: Maintenance | null; onChange(): void }): ReactElement {
  const { zone } = useLocale();
  const { flags } = useSession();
  const now = new Date(useNow(10_000));
  const state = plan ? stateOf(plan, now) : 'over';
  if (plan === null || state === 'over')
    return <Text c="dimmed">Aucune maintenance n’est prévue : les agences travaillent normalement.</Text>;
  const { label, colour, end } = states[state];
  const stop = async (): Promise<void> => {
    const agreed = await confirm({
      title: `${end} ?`,
      message:
        state === 'begun' ? 'Les agences reprennent le travail aussitôt.' : 'L’annonce disparaît de tous les écrans.',
      confirmLabel: end,
    });
    if (!agreed) return;
    try {
      await call(endMaintenance, { key: actKey() });
      notifySuccess(state === 'begun' ? 'Maintenance terminée' : 'Maintenance annulée');
      askVersion();
    } catch (problem) {
      notifyProblem(problem);
    }
    onChange();
  };
  return (
    <Section title={state === 'begun' ? 'Maintenance en cours' : 'Prochaine maintenance'}>
      <Stack gap="xs">
        <Group gap="xs">
          <Badge color={colour} variant="light" className={classes.badge ?? ''}>
            {label}
          </Badge>
          <Text fw={600}>{plannedHours(plan, zone).whole}</Text>
        </Group>
        <Html value={plan.message} />
        {flags.isAdmin ? (
          <Group>
            <Button variant="default" onClick={() => void stop()}>
              {end}
            </Button>
          </Group>
        ) : null}
      </Stack>
    </Section>
  );
}

const empty = { message: '', startAt: null as unknown, endAt: null as unknown };

function Form({ plan, onSaved }: { plan: Maintenance | null; onSaved(): void }): ReactElement {
  const locale = useLocale();
  const { flags } = useSession();
  const [values, setValues] = useState(plan ? { ...plan } : empty);
  const keyOf = useActKey();
  const [isTouched, setIsTouched] = useState(false);
  // What is being typed stays; the save says that another plan was made meanwhile.
  const [seen, setSeen] = useState<Maintenance | null | undefined>(plan);
  useEffect(() => {
    if (isTouched) return;
    setValues(plan ? { ...plan } : empty);
    setSeen(plan);
  }, [plan, isTouched]);
  const change = (more: Partial<typeof values>): void => {
    setIsTouched(true);
    setValues((before) => ({ ...before, ...more }));
  };
  const save = useAct(async () => {
    try {
      const { message, startAt, endAt } = values;
      const input = { message, startAt, endAt, ...(seen === undefined ? {} : { seen }) };
      await call(saveMaintenance, { input, key: keyOf(input) });
      keyOf.renew();
      setIsTouched(false);
    } catch (problem) {
      // The plan of somebody else is above, and the next save is meant.
      if (problem instanceof Problem && problem.kind === 'conflict') {
        onSaved();
        setSeen(undefined);
      }
      throw problem;
    }
    notifySuccess('Maintenance enregistrée');
    askVersion();
    onSaved();
  });
  const moment = (name: 'startAt' | 'endAt', label: string): ReactElement => (
    <TypedInput
      {...typedWay('moment', locale)}
      label={label}
      required
      path={name}
      value={values[name]}
      error={save.violation(name) ?? undefined}
      onChange={(next) => change({ [name]: next })}
    />
  );
  return (
    <Section title={plan ? 'Modifier' : 'Prévoir une maintenance'}>
      <Stack inert={save.busy}>
        <Alert variant="light" color="gray">
          Annoncée à tous avec son jour et ses heures ; pendant, les agences voient le message et reprennent
          d’elles-mêmes, sans rien perdre de leur saisie. Les alertes des travailleurs isolés et les téléphones du
          terrain continuent d’être reçus.
        </Alert>
        <RichTextInput
          label="Message"
          required
          path="message"
          pictures={false}
          value={values.message}
          error={save.violation('message') ?? undefined}
          onChange={(message) => change({ message })}
          onBlur={() => undefined}
        />
        <Group grow align="flex-start" className={classes.pair ?? ''}>
          {moment('startAt', 'Début')}
          {moment('endAt', 'Fin')}
        </Group>
        <FormProblem problem={save.problem} />
        <Group justify="flex-end">
          <Button
            loading={save.busy}
            disabled={!flags.isAdmin || values.message === '' || !values.startAt || !values.endAt}
            onClick={() => save.run()}
          >
            Enregistrer
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}
