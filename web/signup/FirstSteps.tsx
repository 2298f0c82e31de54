// The first steps of a new agency, on the first page of its owner, and its sample data.
import { Alert, Button, List, Modal, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { Agent } from '#core/agents/agent.ts';
import { Customer } from '#core/customers/customer.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { Problem } from '#core/kernel/problem.ts';
import {
  dismissFirstSteps,
  type FirstStep,
  type FirstStepsState,
  firstStepNames,
  firstSteps,
  loadSamples,
  readFirstSteps,
  removeSamples,
  type UsedSample,
} from '#core/signup/first-steps.ts';
import { Site } from '#core/sites/site.ts';
import { useAct } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import { queryClient, useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { confirm } from '#ui/confirm.tsx';
import { IconCheck } from '#ui/icons.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import { Panel } from '../dashboard/Panel.tsx';
import classes from './signup.module.css';

const ImportDialog = lazy(() => import('../imports/ImportDialog.tsx'));

interface Place {
  to: string;
  why: string;
  /** Records that a spreadsheet brings at once. */
  imports?: Entity;
}

const places: Readonly<Record<FirstStep, Place>> = {
  legal: {
    to: '/settings',
    why: 'Forme juridique, autorisation du CNAPS, adresse\u00A0: imprimées sur vos documents.',
  },
  logo: { to: '/settings', why: 'En tête de vos documents et de vos e-mails.' },
  agent: { to: '/agents', why: 'Les personnes que vous planifiez.', imports: Agent },
  customer: { to: '/customers', why: 'Vos donneurs d’ordre et leurs interlocuteurs.', imports: Customer },
  site: { to: '/sites', why: 'Les lieux que vous surveillez.', imports: Site },
  service: { to: '/adminPlanning', why: 'Sur la grille\u00A0: un site, une heure, un collaborateur.' },
  published: { to: '/adminPlanning', why: 'Vos collaborateurs voient alors leurs services.' },
};

const refresh = (): Promise<void> => queryClient.invalidateQueries();

/** Nothing for others than the owner, while it is read, or once all is done. */
export function FirstSteps(): ReactElement | null {
  const { scope, flags } = useSession();
  const isShown = scope === 'agency' && flags.isAgencyOwner;
  const { data } = useCall(readFirstSteps, { enabled: isShown });
  const state = data?.firstSteps;
  if (!isShown || !state) return null;
  const done = firstStepNames.filter((name) => state.done[name]).length;
  return (
    <>
      {state.shown && done < firstStepNames.length ? <Steps state={state} done={done} /> : null}
      {state.samples > 0 ? <Loaded count={state.samples} /> : null}
    </>
  );
}

function Steps({ state, done }: { state: FirstStepsState; done: number }): ReactElement {
  const [imported, setImported] = useState<Entity | null>(null);
  const closeImport = (): void => {
    setImported(null);
    void refresh();
  };
  const dismiss = async (): Promise<void> => {
    const sure = await confirm({
      title: 'Masquer les premiers pas ?',
      message: 'La liste disparaît de l’accueil, pour de bon.',
      confirmLabel: 'Masquer',
      act: async () => {
        await call(dismissFirstSteps, { key: actKey() });
      },
    });
    if (sure) await refresh();
  };
  return (
    <Panel
      title={`Premiers pas : ${done} sur ${firstStepNames.length}`}
      action={
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => void dismiss()}>
          Masquer
        </Button>
      }
    >
      <ul className={classes.steps}>
        {firstStepNames.map((name) => {
          const { to, why, imports } = places[name];
          return (
            <li key={name} className={classes.step} data-done={state.done[name]}>
              <span className={classes.mark} role="img" aria-label={state.done[name] ? 'Fait' : 'À faire'}>
                {state.done[name] ? <IconCheck size={14} aria-hidden /> : null}
              </span>
              <span className={classes.words}>
                <Link to={to as never}>{firstSteps[name]}</Link>
                <Text size="sm" c="dimmed">
                  {why}
                </Text>
              </span>
              {imports && !state.done[name] ? (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Importer : ${imports.label.many}`}
                  onClick={() => setImported(imports)}
                >
                  Importer
                </Button>
              ) : null}
            </li>
          );
        })}
      </ul>
      {state.mayLoad && state.samples === 0 ? <Load /> : null}
      <Suspense>{imported ? <ImportDialog of={imported} onClose={closeImport} /> : null}</Suspense>
    </Panel>
  );
}

function Load(): ReactElement {
  const act = useAct(async () => {
    try {
      await call(loadSamples, { key: actKey() });
      notifySuccess('Exemples chargés');
    } catch (error) {
      notifyProblem(error);
    }
    await refresh();
  });
  return (
    <div className={classes.samples}>
      <Text size="sm" className={classes.words ?? ''}>
        Pour essayer tout de suite : deux clients, trois sites, cinq collaborateurs sans licence et une semaine de
        services. Personne ne reçoit rien, et tout se retire d’un geste.
      </Text>
      <Button variant="default" loading={act.busy} onClick={() => act.run()}>
        Charger des exemples
      </Button>
    </div>
  );
}

const usedOf = (error: unknown): UsedSample[] => (error instanceof Problem ? (error.details.used ?? []) : []);

function Loaded({ count }: { count: number }): ReactElement {
  const [used, setUsed] = useState<UsedSample[]>([]);
  const act = useAct(async (keepUsed: boolean) => {
    try {
      await call(removeSamples, { input: { keepUsed }, key: actKey() });
      setUsed([]);
      notifySuccess('Exemples retirés');
    } catch (error) {
      const found = usedOf(error);
      if (found.length === 0) notifyProblem(error);
      setUsed(found);
    }
    await refresh();
  });
  const ask = async (): Promise<void> => {
    const sure = await confirm({
      title: 'Retirer les exemples ?',
      message: `${count} fiches d’exemple disparaissent. Celles que vous utilisez ou avez modifiées vous sont d’abord nommées.`,
      confirmLabel: 'Retirer',
    });
    if (sure) act.run(false);
  };
  return (
    <section className={classes.loaded} aria-label="Exemples">
      <Text className={classes.words ?? ''}>
        {`Votre agence contient ${count} fiches d’exemple. Retirez-les quand vous n’en avez plus besoin : vos propres fiches restent.`}
      </Text>
      <Button variant="default" loading={act.busy} onClick={() => void ask()}>
        Retirer les exemples
      </Button>
      <Modal opened={used.length > 0} onClose={() => setUsed([])} title="Des exemples vous servent">
        <Alert color="orange" variant="light" p="sm" mb="md" role="alert">
          Ces fiches d’exemple servent à vos propres fiches, ou vous les avez modifiées. Rien n’a été retiré.
        </Alert>
        <List size="sm" mb="md">
          {used.map(({ name, by }) => (
            <List.Item key={`${name} ${by}`}>{`${name}\u00A0: ${by}`}</List.Item>
          ))}
        </List>
        <div className={classes.answers}>
          <Button variant="default" onClick={() => setUsed([])}>
            Annuler
          </Button>
          <Button loading={act.busy} onClick={() => act.run(true)}>
            Les garder et retirer le reste
          </Button>
        </div>
      </Modal>
    </section>
  );
}
