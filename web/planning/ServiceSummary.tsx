// The summary of a service: anomalies, people, hours lived, breaks, rounds, events.
import { Button } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { wallClock } from '#core/kernel/clock.ts';
import { inHours, inSignedHours } from '#core/kernel/duration.ts';
import type { Reference } from '#core/kernel/field.ts';
import { activityTypes } from '#core/planning/activity.ts';
import { checkServices, planners } from '#core/planning/calls.ts';
import { fetchServiceEvents } from '#core/planning/lifecycle-calls.ts';
import { breakTypes, publications, Service } from '#core/planning/service.ts';
import { ServiceTime, serviceTimeStatus } from '#core/planning/service-time.ts';
import { finished, interrupted, isPlanned, late, missed, unfinished, unscheduled } from '#core/planning/status.ts';
import { extensionWords } from '#core/planning/step-words.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import type { SummaryProps } from '#ui/EntityDialog/extras.ts';
import { formatMoment, plural } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { StatusBadge } from '#ui/kinds.tsx';
import { may } from '#ui/may.ts';
import { useView } from '#ui/view.ts';
import { leftWords } from '../home/left.ts';
import { RoundsBlock } from '../rounds/RoundsBlock.tsx';
import { useLinked } from '../summary/linked.ts';
import { Answer, Block, Facts, LineMain, Lines, Linked, Note, Summary, type Wrong } from '../summary/parts.tsx';
import { whenOf } from '../summary/when.ts';
import { Consents } from './Consents.tsx';
import { coverAsked } from './cover.ts';
import { lifecyclePart } from './lifecycle/part.ts';
import { receiptOf } from './lifecycle/receipt.ts';
import { publishAsked } from './publishAsked.ts';

interface Row {
  id: string;
  version: number;
  reference: string;
  status: number;
  site: Reference;
  postTitle: string | null;
  activityType: keyof typeof activityTypes;
  specialty: Reference | null;
  nbAgents: number;
  comment: string | null;
  startAt: string;
  endAt: string;
  minutes: number;
  openEnded: boolean;
  breaks:
    | { id: string; type: keyof typeof breakTypes; startAt: string; endAt: string; comment: string | null }[]
    | null;
  agents: Reference[] | null;
  missingAgents: number | null;
  dog: Reference | null;
  rounds: { id: string; round: Reference; numberOfExecutions: number }[] | null;
  isCircuit: boolean;
  services: { id: string; site: Reference; arrival: string; minutes: number }[] | null;
  publication: keyof typeof publications;
  realStartAt: string | null;
  realEndAt: string | null;
  circuit: Reference | null;
}

const states: Partial<Record<number, Wrong>> = {
  [late]: { what: 'En retard : personne n’a pris ce service', remedy: 'Appelez le collaborateur, ou remplacez-le.' },
  [missed]: {
    what: 'Non réalisé : personne n’est venu',
    remedy: 'Remplacez, ou notez ce qui s’est passé dans le déroulé.',
  },
  [unfinished]: { what: 'Personne n’a terminé ce service', remedy: '« Corriger » rectifie les heures, avec un motif.' },
  [unscheduled]: { what: 'Déprogrammé', remedy: '« Actions », « Reprogrammation » le rétablit.', tone: 'orange' },
};

/** For readers who cannot act: what is known. */
const known: Partial<Record<number, Wrong>> = {
  [late]: { what: 'Personne n’a pris le service à l’heure prévue.' },
  [missed]: { what: 'Le service n’a pas été réalisé.' },
  [unfinished]: { what: 'La fin du service n’a pas été enregistrée.' },
  [unscheduled]: { what: 'Déprogrammé', tone: 'orange' },
};

type EventsAnswer = ReturnType<typeof useEvents>['data'];

/** Everybody went before the planned end; the event knows the agency's tolerance. */
function leftOf({ status, realEndAt, endAt }: Row, events: EventsAnswer, zone: string): Wrong | null {
  const all = events?.events ?? [];
  if (status === interrupted)
    return {
      what: 'Interrompu avant la fin',
      remedy: all.some(({ content }) => content) ? 'Le déroulé dit pourquoi.' : undefined,
    };
  const isLeft = all.some(({ type }) => type.typeKey === 'serviceStoppedEarly');
  if (status !== finished || !isLeft || !realEndAt || realEndAt >= endAt) return null;
  return { what: leftWords(status, realEndAt, endAt, zone, Date.parse(endAt) <= Date.now()) };
}

/** The last extension: its hour, the planned end and the real one, and why. */
function prolongedOf({ endAt, realEndAt, openEnded }: Row, events: EventsAnswer, zone: string): string | null {
  const last = events?.events.findLast(({ type }) => type.typeKey === 'serviceExtension');
  if (!last) return null;
  const extension = { at: Date.parse(last.createdAt), reason: last.content };
  const planned = { end: Date.parse(endAt), openEnded };
  const time = (at: number): string => wallClock(new Date(at), zone).time;
  return extensionWords(extension, planned, realEndAt ? Date.parse(realEndAt) : null, time).replace(
    'Prolongation à',
    'À',
  );
}

function wrongsOf(row: Row, mayEdit: boolean): Wrong[] {
  const wrongs: Wrong[] = [];
  const state = (mayEdit ? states : known)[row.status];
  if (state) wrongs.push(state);
  const missing = row.missingAgents ?? 0;
  if (missing > 0 && isPlanned(row.status))
    wrongs.push({
      what: row.agents?.length
        ? `Il manque ${plural(missing, 'collaborateur')}`
        : 'Personne n’est affecté à ce service',
      act: mayEdit
        ? { label: 'Trouver un collaborateur', run: () => coverAsked.set({ service: row.id, agent: null }) }
        : null,
    });
  if (mayEdit && row.publication !== 'PUBLISHED' && isPlanned(row.status))
    wrongs.push({
      what: row.publication === 'DRAFT' ? 'Pas encore publié' : 'Modifié depuis sa publication',
      remedy: 'Les collaborateurs ne voient pas cette version.',
      tone: 'orange',
      act: { label: 'Publier', run: () => publishAsked.set({ services: [row.id] }) },
    });
  // Unscheduled like this, he may still come.
  if (mayEdit && row.publication === 'CHANGED' && row.status === unscheduled)
    wrongs.push({
      what: 'Déprogrammation pas encore publiée',
      remedy: 'Les collaborateurs ne l’apprennent qu’à la publication.',
      tone: 'orange',
      act: { label: 'Publier', run: () => publishAsked.set({ services: [row.id] }) },
    });
  return wrongs;
}

export default function ServiceSummary({ row, onPart }: SummaryProps): ReactElement {
  const service = row as unknown as Row;
  const { zone } = useLocale();
  const session = useSession();
  const view = useView(Service);
  const mayEdit = session.scope === 'agency' && may(session, Service, 'edit');
  const checks = mayEdit && session.can(planners) && isPlanned(service.status);
  const checked = useCall(checkServices, {
    input: { services: [{ id: service.id, version: service.version }] },
    enabled: checks,
  });
  const found = (checked.data?.errors ?? []).map(
    ({ message, agent, article, level }): Wrong => ({
      what: agent ? `${agent.name} : ${message}` : message,
      remedy: article ?? undefined,
      tone: level === 2 ? 'red' : 'orange',
    }),
  );
  const events = useEvents(service.id).data;
  // A customer does not learn of which tour.
  const mayBeStop = session.scope === 'customer' || service.circuit !== null;
  const left = leftOf(service, events, zone);
  const hours = (startAt: string, endAt: string): string => whenOf(startAt, endAt, zone);
  return (
    <Summary wrongs={[...(left ? [left] : []), ...wrongsOf(service, mayEdit), ...found]}>
      <Block title="Service">
        <Facts
          facts={[
            [
              'Site',
              <Linked key="site" entity="site" id={service.site.id}>
                {service.site.name}
              </Linked>,
            ],
            ['Poste', service.postTitle],
            ['Horaires', `${formatMoment(service.startAt, zone)} – ${formatMoment(service.endAt, zone)}`],
            ['Prolongation', prolongedOf(service, events, zone)],
            ['Durée', inHours(service.minutes)],
            ['Activité', activityTypes[service.activityType]],
            ['Spécialité', service.specialty?.name],
            ['Publication', session.scope === 'agency' ? publications[service.publication] : null],
            ['Référence', service.reference],
            ['Commentaire', service.comment],
            [
              'Tournée',
              service.circuit && (
                <Linked key="circuit" entity="service" id={service.circuit.id}>
                  {service.circuit.name}
                </Linked>
              ),
            ],
          ]}
        />
      </Block>
      {view.sees('agents') && service.agents !== null && (
        <Block title="Collaborateurs">
          <Lines of={service.agents} keyOf={({ id }) => id} empty="Personne.">
            {({ id, name }) => (
              <>
                <LineMain>
                  <Linked entity="agent" id={id}>
                    {name}
                  </Linked>
                </LineMain>
                {mayEdit && isPlanned(service.status) && (
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    aria-label={`Remplacer ${name}`}
                    onClick={() => coverAsked.set({ service: service.id, agent: id })}
                  >
                    Remplacer
                  </Button>
                )}
              </>
            )}
          </Lines>
          {service.dog && <Note>Chien : {service.dog.name}</Note>}
          <Consents values={service} />
        </Block>
      )}
      <Times service={service} />
      {(service.realStartAt !== null || service.realEndAt !== null) && (
        <Block title="Heures réelles">
          <Facts
            facts={[
              ['Début', service.realStartAt && formatMoment(service.realStartAt, zone)],
              ['Fin', service.realEndAt && formatMoment(service.realEndAt, zone)],
            ]}
          />
        </Block>
      )}
      {(service.breaks?.length ?? 0) > 0 && (
        <Block title="Pauses prévues">
          <Lines of={service.breaks ?? []} keyOf={({ id }) => id} empty="">
            {({ type, startAt, endAt, comment }) => (
              <>
                <LineMain>
                  {breakTypes[type]} <Note>{comment}</Note>
                </LineMain>
                <Note>{hours(startAt, endAt)}</Note>
              </>
            )}
          </Lines>
        </Block>
      )}
      {((service.rounds?.length ?? 0) > 0 || mayBeStop) && (
        <RoundsBlock service={service.id} lines={service.rounds ?? []} />
      )}
      {view.sees('services') && (service.services?.length ?? 0) > 0 && (
        <Block title="Étapes">
          <Lines of={service.services ?? []} keyOf={({ id }) => id} empty="">
            {({ site, arrival, minutes }) => (
              <>
                <LineMain>
                  <Linked entity="site" id={site.id}>
                    {site.name}
                  </Linked>
                </LineMain>
                <Note>
                  {arrival}, {inHours(minutes)}
                </Note>
              </>
            )}
          </Lines>
        </Block>
      )}
      <Events service={service.id} onAll={() => onPart(lifecyclePart.key)} />
    </Summary>
  );
}

/** What each person lived, where it differs from the plan (decision 97). */
function Times({ service: { id, realStartAt } }: { service: Row }): ReactNode {
  const times = useLinked(
    ServiceTime,
    { filters: { service: [id] }, orderBy: 'agentName', ascending: true, page: 1, limit: 50 },
    realStartAt !== null,
  );
  const open = times?.data?.rows ?? [];
  if (!times || open.length === 0) return null;
  return (
    <Block title="Pointages">
      <Lines of={open} keyOf={(row) => row.id} empty="">
        {({ agentName, lived, state, difference, status }) => (
          <>
            <LineMain>
              {String(agentName)} <Note>{[lived, state].filter(Boolean).join(' · ')}</Note>
            </LineMain>
            {difference ? <Note>{inSignedHours(Number(difference))}</Note> : null}
            <StatusBadge machine={serviceTimeStatus} code={Number(status)} />
          </>
        )}
      </Lines>
    </Block>
  );
}

const shownEvents = 5;

const mayReadEvents = (service: string, session: ReturnType<typeof useSession>): boolean =>
  lifecyclePart.when({ id: service, version: 1 }, session);

const useEvents = (service: string) =>
  useCall(fetchServiceEvents, {
    params: { id: service },
    input: { limit: 500 },
    enabled: mayReadEvents(service, useSession()),
  });

function Events({ service, onAll }: { service: string; onAll(): void }): ReactNode {
  const { zone } = useLocale();
  const allowed = mayReadEvents(service, useSession());
  const asked = useEvents(service);
  if (!allowed) return null;
  return (
    <Block
      title="Déroulé"
      action={
        <Button size="compact-sm" variant="subtle" onClick={onAll}>
          Tout le déroulé
        </Button>
      }
    >
      <Answer of={asked}>
        {({ events }) => (
          <Lines of={events.slice(-shownEvents).reverse()} keyOf={({ uuid }) => uuid} empty="Rien encore.">
            {({ type, createdAt, receivedAt, content, author }) => (
              <>
                <LineMain>
                  {type.label}{' '}
                  <Note>
                    {[content, author, receiptOf({ createdAt, receivedAt }, zone)].filter(Boolean).join(' · ')}
                  </Note>
                </LineMain>
                <Note>{formatMoment(createdAt, zone)}</Note>
              </>
            )}
          </Lines>
        )}
      </Answer>
    </Block>
  );
}
