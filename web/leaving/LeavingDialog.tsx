// « Archiver … »: the coming services first, then what becomes of them, and the day of leaving.
import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core';
import { type ReactElement, useEffect, useState } from 'react';
import { Agent } from '#core/agents/agent.ts';
import { wallClock } from '#core/kernel/clock.ts';
import { flatFields } from '#core/kernel/entity.ts';
import { day } from '#core/kernel/field.ts';
import { daysAfter, longestPeriod } from '#core/planning/days.ts';
import { type ComingService, comingServices } from '#core/planning/leaving.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { useStore } from '#ui/client/store.ts';
import { today } from '#ui/clock.ts';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { editAt } from '#ui/EntityDialog/extras.ts';
import { formatDay, plural } from '#ui/format.ts';
import { IconAlertTriangle } from '#ui/icons.ts';
import { FieldInput } from '#ui/kinds/inputs.tsx';
import { useLocale } from '#ui/kinds/locale.ts';
import { useOpenSheet } from '#ui/shell/sheets.ts';
import { coverAsked } from '../planning/cover.ts';
import { ServiceHosts } from '../planning/ServiceHosts.tsx';
import { Answer, LineMain, Lines, Linked, Note } from '../summary/parts.tsx';
import { whenOf } from '../summary/when.ts';
import type { LeavingAsked, LeavingChoice } from './asked.ts';

const leftOnField = day('Date de sortie', {
  help: 'Portée au registre unique du personnel : elle met fin au contrat en cours. Vide, la sortie y manquera.',
});

const contractsSection = flatFields(Agent.fields).find(([path]) => path === 'agentInfos.contracts')?.[1].section ?? '';

const labels = {
  agent: {
    many: 'collaborateurs',
    coming: 'confié',
    free: 'Libérer ces services : ils deviennent à pourvoir',
    keep: 'Les garder : le planning les signale tant que personne d’autre ne les prend',
  },
  site: {
    many: 'sites',
    coming: 'prévu',
    free: 'Déprogrammer ces services, et retirer ses étapes des tournées qui passent',
    keep: 'Les garder au planning',
  },
  customer: {
    many: 'clients',
    coming: 'prévu',
    free: 'Déprogrammer ces services, et retirer ses étapes des tournées qui passent',
    keep: 'Les garder au planning',
  },
} as const;

const verbs = { archive: 'Archiver', delete: 'Supprimer', save: 'Enregistrer' } as const;

function titleOf({ act, those, kind }: LeavingAsked): string {
  const who = those.length === 1 ? (those[0]?.name ?? '') : `${those.length} ${labels[kind].many}`;
  return act === 'save' ? `${who} : services à venir` : `${verbs[act]} ${who}`;
}

function comingText({ kind, those, after }: LeavingAsked, count: number): string {
  const where = { agent: those.length === 1 ? 'lui ' : 'leur ', site: 'y ', customer: '' }[kind];
  const verb = count === 1 ? `est ${labels[kind].coming}` : `sont ${labels[kind].coming}s`;
  const place = kind !== 'customer' ? '' : those.length === 1 ? ' sur ses sites' : ' sur leurs sites';
  const since = after ? `, après le ${formatDay(after)}` : '';
  return `${plural(count, 'service à venir', 'services à venir')} ${where}${verb}${place}${since}`;
}

const sitesText = ({ sites, those }: LeavingAsked): string =>
  `${plural(sites, 'site ouvert est archivé', 'sites ouverts sont archivés')} avec ${those.length === 1 ? 'lui' : 'eux'}. Une réactivation du client les rouvre, chacun dans son état d’avant.`;

const underWayText = (count: number): string =>
  count === 1
    ? '1 service est en cours ou aurait dû commencer : il continue, rien n’y change'
    : `${count} services sont en cours ou auraient dû commencer : ils continuent, rien n’y change`;

function Services({
  of,
  count,
  named,
}: {
  of: readonly ComingService[];
  count: number;
  /** With the names of their people. */
  named: boolean;
}): ReactElement {
  const { zone } = useLocale();
  return (
    <div style={{ maxHeight: '14rem', overflowY: 'auto' }}>
      <Lines of={of} keyOf={({ id }) => id} empty="">
        {({ id, site, startAt, endAt, postTitle, agents }) => (
          <>
            <LineMain>
              <Linked entity="service" id={id}>
                {`${site} · ${whenOf(startAt, endAt, zone)}`}
              </Linked>
              {postTitle && <Note> {postTitle}</Note>}
            </LineMain>
            {named && <Note>{agents.map(({ name }) => name).join(', ')}</Note>}
          </>
        )}
      </Lines>
      {count > of.length && (
        <Text size="sm" c="dimmed">
          et {plural(count - of.length, 'autre service', 'autres services')}
        </Text>
      )}
    </div>
  );
}

export default function LeavingDialog({ asked }: { asked: LeavingAsked }): ReactElement {
  const { kind, those, act, after, leaving, sites, answer } = asked;
  const session = useSession();
  const { zone } = useLocale();
  const now = today(zone);
  const edits = session.can(['editService']);
  const [services, setServices] = useState<LeavingChoice['services']>(edits ? 'free' : 'keep');
  const [leftOn, setLeftOn] = useState<string | null>(leaving ? now : null);
  const coming = useCall(comingServices, {
    input: { kind, ids: those.map(({ id }) => id), after },
    enabled: session.can(['listServices', 'editService']),
  });
  const count = coming.data?.filtered ?? 0;
  const named = kind !== 'agent' || those.length > 1;
  // A replacement changed them.
  const isReplacing = useStore(coverAsked) !== null;
  const { refetch } = coming;
  useEffect(() => {
    if (!isReplacing) void refetch();
  }, [isReplacing, refetch]);

  const isToCome = leftOn !== null && leftOn > now;
  const openSheet = useOpenSheet();
  const openContracts = (): void => {
    answer(null);
    openSheet({ entity: Agent.name, id: those[0]?.id as string, tab: editAt(contractsSection) });
  };
  const fault =
    leftOn === null
      ? null
      : isToCome
        ? 'La sortie est à venir : indiquez la fin du contrat sur la fiche'
        : leaving?.notBefore && leftOn < leaving.notBefore
          ? `Le contrat en cours a commencé le ${formatDay(leaving.notBefore)}`
          : null;
  const replace = (): void => {
    const last = coming.data?.services.at(-1);
    const start = after ? daysAfter(after, 1) : now;
    const furthest = daysAfter(start, longestPeriod - 1);
    const end = last ? wallClock(last.endAt, zone).day : furthest;
    coverAsked.set({
      agent: those[0]?.id as string,
      period: { start, end: [end, furthest].toSorted()[0] as string },
    });
  };

  return (
    <DialogAbove opened centered size="lg" onClose={() => answer(null)} title={titleOf(asked)}>
      <Stack gap="md">
        {coming.isEnabled && (
          <Answer of={coming}>
            {({ services: list, filtered, underWay }) => (
              <>
                {underWay.filtered > 0 && (
                  <>
                    <Alert
                      color="red"
                      icon={<IconAlertTriangle aria-hidden />}
                      title={underWayText(underWay.filtered)}
                    />
                    <Services of={underWay.services} count={underWay.filtered} named={named} />
                  </>
                )}
                {filtered === 0 ? (
                  <Text size="sm" c="dimmed">
                    Aucun service à venir.
                  </Text>
                ) : (
                  <>
                    <Alert
                      color="orange"
                      icon={<IconAlertTriangle aria-hidden />}
                      title={comingText(asked, filtered)}
                    />
                    <Services of={list} count={filtered} named={named} />
                  </>
                )}
              </>
            )}
          </Answer>
        )}
        {count > 0 && (
          <Radio.Group
            label="Que deviennent ces services ?"
            value={services}
            onChange={(value) => setServices(value as LeavingChoice['services'])}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="free" disabled={!edits} label={labels[kind].free} />
              <Radio value="keep" label={labels[kind].keep} />
            </Stack>
          </Radio.Group>
        )}
        {sites > 0 && <Text size="sm">{sitesText(asked)}</Text>}
        {leaving && (
          <FieldInput
            field={leftOnField}
            path="leftOn"
            value={leftOn}
            faults={fault ? { leftOn: fault } : {}}
            change={(_, value) => setLeftOn((value as string | null) || null)}
            leave={() => undefined}
          />
        )}
        {isToCome && those.length === 1 && (
          <Button variant="light" size="compact-sm" style={{ alignSelf: 'flex-start' }} onClick={openContracts}>
            Ouvrir ses contrats
          </Button>
        )}
        <Group justify="flex-end" gap="xs">
          {count > 0 && kind === 'agent' && those.length === 1 && edits && (
            <Button variant="default" mr="auto" onClick={replace}>
              Remplacer…
            </Button>
          )}
          <Button variant="default" onClick={() => answer(null)}>
            Annuler
          </Button>
          <Button
            {...(act === 'delete' ? { color: 'red' } : {})}
            disabled={coming.isLoading || fault !== null}
            onClick={() => answer({ services: count > 0 ? services : 'keep', leftOn })}
          >
            {verbs[act]}
          </Button>
        </Group>
      </Stack>
      <ServiceHosts />
    </DialogAbove>
  );
}
