// The summary of an agent: anomalies, next services, hours, papers, contract, absences, barred sites.
import type { ReactElement, ReactNode } from 'react';
import { accountStates } from '#core/agents/account.ts';
import { Agent, agentTypes } from '#core/agents/agent.ts';
import { type AgentAnomaly, agentAnomalies } from '#core/agents/anomalies.ts';
import { contractTypes, controlPeriods } from '#core/agents/contracts.ts';
import { expiryState } from '#core/agents/expiry.ts';
import { agentStatus } from '#core/agents/status.ts';
import { inHours, inSignedHours } from '#core/kernel/duration.ts';
import type { Address, Reference } from '#core/kernel/field.ts';
import { archivedStates } from '#core/kernel/machine.ts';
import { hourDetail } from '#core/planning/hours-calls.ts';
import { Service } from '#core/planning/service.ts';
import { isActive } from '#core/planning/status.ts';
import { Unavailability } from '#core/planning/unavailability.ts';
import { readBarredSites } from '#core/sites/barred.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { instantAt, today } from '#ui/clock.ts';
import type { SummaryProps } from '#ui/EntityDialog/extras.ts';
import { formatDay, formatMoment, plural } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import type { AnyRow } from '#ui/moves.ts';
import { useOpenSheet } from '#ui/shell/sheets.ts';
import { useView } from '#ui/view.ts';
import HeldBlock from '../stock/HeldBlock.tsx';
import { useLinked, useNextServices } from '../summary/linked.ts';
import {
  Answer,
  addressText,
  Block,
  Facts,
  LineMain,
  Lines,
  Linked,
  Note,
  Summary,
  type Wrong,
  ways,
} from '../summary/parts.tsx';
import { NextServices } from '../summary/Services.tsx';
import { ExpiryBadge } from './ExpiryBadge.tsx';
import { remedies } from './remedies.ts';

interface Paper {
  id: string;
  type: Reference;
  number: string | null;
  expiresAt: string;
}

interface Contract {
  id: string;
  type: keyof typeof contractTypes;
  startDate: string;
  endDate: string | null;
  hoursLimit: number;
  period: keyof typeof controlPeriods;
}

interface Row {
  id: string;
  fullname: string;
  status: keyof typeof agentStatus.states;
  accountState: keyof typeof accountStates | null;
  position: string | null;
  email: string | null;
  phone?: string[] | null;
  address: Address | null;
  lastLogin: string | null;
  anomalies: AgentAnomaly[] | null;
  agentInfos: {
    type: keyof typeof agentTypes;
    registrationNumber: string | null;
    cardNumber: string | null;
    plannable: boolean;
    specialties: Reference[];
    expirations: Paper[] | null;
    contracts?: Contract[] | null;
  };
}

/** The latest of each type. */
function currentPapers(papers: readonly Paper[]): Paper[] {
  const last = new Map<string, Paper>();
  for (const paper of papers) {
    const known = last.get(paper.type.id);
    if (!known || known.expiresAt < paper.expiresAt) last.set(paper.type.id, paper);
  }
  return [...last.values()].sort((one, other) => one.expiresAt.localeCompare(other.expiresAt));
}

function wrongsOf(row: Row, papers: readonly Paper[], now: string, onEdit: (() => void) | null): Wrong[] {
  const act = onEdit && { label: 'Corriger', run: onEdit };
  const wrongs: Wrong[] = [];
  if (row.status === 300)
    wrongs.push({
      what: 'Collaborateur archivé',
      remedy: 'Il n’est plus proposé au planning. « Actions », « Réactivation » le rend disponible.',
      tone: 'orange',
    });
  for (const anomaly of row.anomalies ?? [])
    wrongs.push({
      what: agentAnomalies[anomaly],
      remedy: remedies[anomaly],
      // His sheet has nothing to correct.
      act: anomaly === 'EQUIPMENT_HELD' ? null : act,
    });
  for (const { type, expiresAt } of papers)
    if (expiryState(expiresAt, now) === 'SOON')
      wrongs.push({
        what: `${type.name} : expire le ${formatDay(expiresAt)}`,
        remedy: 'Demandez-lui le document qui le remplace.',
        tone: 'orange',
        act,
      });
  return wrongs;
}

/** Out of the planning, but still on services that were kept. */
function keptOf(row: Row, next: readonly AnyRow[], open: (service: string) => void): Wrong[] {
  const [first] = next;
  if (row.agentInfos.plannable || row.status >= 300 || !first) return [];
  const atWork = isActive(Number(first.status));
  return [
    {
      what: atWork
        ? 'N’est plus planifiable, mais il est encore au travail'
        : `N’est plus planifiable, mais il lui reste ${plural(next.length, 'service')}`,
      remedy: atWork
        ? 'Il reste au planning jusqu’à la fin de ce service : terminez-le, ou remplacez-le.'
        : 'Il reste au planning jusqu’à leur fin : remplacez-le sur chacun.',
      tone: 'orange',
      act: { label: 'Ouvrir le service', run: () => open(first.id) },
    },
  ];
}

export default function AgentSummary({ row, onEdit }: SummaryProps): ReactElement {
  const agent = row as unknown as Row;
  const { agentInfos: infos } = agent;
  const { zone } = useLocale();
  const view = useView(Agent);
  const now = today(zone);
  const papers = currentPapers(infos.expirations ?? []);
  const services = useNextServices({ agents: [agent.id], isAgents: 1 });
  const openSheet = useOpenSheet();
  const openService = (id: string): void => openSheet({ entity: Service.name, id });
  return (
    <Summary wrongs={[...keptOf(agent, services.next, openService), ...wrongsOf(agent, papers, now, onEdit)]}>
      <NextServices
        {...services}
        shows="site"
        initial={
          infos.plannable && agent.status < 300 ? { agents: [{ id: agent.id, name: agent.fullname }] } : undefined
        }
      />
      <Hours agent={agent.id} />
      <Block title="Contact">
        <Facts
          facts={[
            ...ways(view.sees('phone') ? agent.phone : null, agent.email),
            ['Adresse', addressText(agent.address)],
            ['Fonction', agent.position],
            ['Type', agentTypes[infos.type]],
            ['Matricule', infos.registrationNumber],
            ['Statut', agentStatus.states[agent.status].label],
            ['Compte', agent.accountState && accountStates[agent.accountState]],
            ['Dernière connexion', agent.lastLogin ? formatMoment(agent.lastLogin, zone) : 'Jamais'],
          ]}
        />
      </Block>
      <Block title="Papiers">
        <Facts
          facts={[
            [
              'Carte professionnelle',
              papers.some(({ number }) => number === infos.cardNumber) ? null : infos.cardNumber,
            ],
            ['Spécialités', infos.specialties.map(({ name }) => name).join(', ')],
          ]}
        />
        <Lines of={papers} keyOf={({ id }) => id} empty="Aucun document réglementaire enregistré.">
          {({ type, number, expiresAt }) => (
            <>
              <LineMain>
                {type.name} <Note>{number}</Note>
              </LineMain>
              <Note>jusqu’au {formatDay(expiresAt)}</Note>
              <ExpiryBadge state={expiryState(expiresAt, now)} />
            </>
          )}
        </Lines>
      </Block>
      {view.sees('agentInfos.contracts') && <Contracts of={infos.contracts ?? []} />}
      <HeldBlock
        agent={{ id: agent.id, name: agent.fullname }}
        isArchived={archivedStates(Agent.machine).includes(agent.status)}
      />
      <Absences agent={agent} />
      <BarredSites agent={agent.id} />
    </Summary>
  );
}

function Hours({ agent }: { agent: string }): ReactNode {
  const allowed = useSession().can(['listAgentHours']);
  const asked = useCall(hourDetail, { input: { agent }, enabled: allowed });
  if (!allowed) return null;
  return (
    <Block title="Heures de la période">
      <Answer of={asked}>
        {({ period, hours }) => (
          <Facts
            facts={[
              ['Période', `${formatDay(period.start)} – ${formatDay(period.end)}`],
              ['Planifiées', inHours(hours.planned)],
              ['Effectives', inHours(hours.effective)],
              ['Contrat', hours.contract === null ? null : inHours(hours.contract)],
              ['Écart effectif', hours.difference === null ? null : inSignedHours(hours.difference)],
            ]}
          />
        )}
      </Answer>
    </Block>
  );
}

const Contracts = ({ of }: { of: readonly Contract[] }): ReactElement => (
  <Block title="Contrats">
    <Lines
      of={of.toSorted((one, other) => other.startDate.localeCompare(one.startDate))}
      keyOf={({ id }) => id}
      empty="Aucun contrat."
    >
      {({ type, startDate, endDate, hoursLimit, period }) => (
        <>
          <LineMain>
            {contractTypes[type]}, {inHours(hoursLimit * 60)} {controlPeriods[period]}
          </LineMain>
          <Note>
            {endDate ? `${formatDay(startDate)} – ${formatDay(endDate)}` : `depuis le ${formatDay(startDate)}`}
          </Note>
        </>
      )}
    </Lines>
  </Block>
);

function Absences({ agent }: { agent: Row }): ReactNode {
  const { zone } = useLocale();
  const asked = useLinked(Unavailability, {
    filters: { agent: [agent.id], isAgent: 1, endAt: { from: instantAt(today(zone), '00:00', zone) } },
    orderBy: 'startAt',
    ascending: true,
    page: 1,
    limit: 5,
  });
  if (!asked) return null;
  return (
    <Block title="Absences">
      <Answer of={asked}>
        {({ rows }) => (
          <Lines of={rows} keyOf={({ id }) => id} empty="Aucune absence en cours ou à venir.">
            {({ id, type, startAt, endAt }) => (
              <>
                <LineMain>
                  <Linked entity="unavailability" id={id}>
                    {(type as Reference).name}
                  </Linked>
                </LineMain>
                <Note>
                  {formatMoment(String(startAt), zone)} – {formatMoment(String(endAt), zone)}
                </Note>
              </>
            )}
          </Lines>
        )}
      </Answer>
    </Block>
  );
}

function BarredSites({ agent }: { agent: string }): ReactNode {
  const { can } = useSession();
  const allowed = can(['listSites']) && can(['readAgent']);
  const asked = useCall(readBarredSites, { params: { id: agent }, enabled: allowed });
  const sites = asked.data?.sites;
  if (!allowed || sites?.length === 0) return null;
  return (
    <Block title="Sites interdits">
      <Answer of={asked}>
        {({ sites: barred }) => (
          <Lines of={barred} keyOf={({ id }) => id} empty="Aucun.">
            {({ id, name }) => (
              <Linked entity="site" id={id}>
                {name}
              </Linked>
            )}
          </Lines>
        )}
      </Answer>
    </Block>
  );
}
