// The summary of a site: next services, hours of the month, customer and contacts, instructions, rounds.
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { Customer } from '#core/customers/customer.ts';
import { inHours } from '#core/kernel/duration.ts';
import type { Address, Reference } from '#core/kernel/field.ts';
import { archivedStates } from '#core/kernel/machine.ts';
import { siteHourDetail } from '#core/planning/hours-calls.ts';
import type { Right } from '#core/rights.ts';
import { Round } from '#core/rounds/round.ts';
import { SiteInstruction } from '#core/sites/instruction.ts';
import { Site } from '#core/sites/site.ts';
import { endpointsOf } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { thisMonth } from '#ui/clock.ts';
import type { SummaryProps } from '#ui/EntityDialog/extras.ts';
import { formatNumber, formatRelative, plural } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { may } from '#ui/may.ts';
import { useRecordScreens } from '#ui/shell/records.ts';
import { useView } from '#ui/view.ts';
import { ContractsBlock } from '../commercial/Contracts.tsx';
import HeldBlock from '../stock/HeldBlock.tsx';
import { type Contact, Contacts } from '../summary/Contacts.tsx';
import { useLinked, useNextServices } from '../summary/linked.ts';
import {
  AddLinked,
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
} from '../summary/parts.tsx';
import { NextServices, unfilledOf } from '../summary/Services.tsx';
import classes from '../summary/Summary.module.css';
import { TransfersBlock } from '../transfer/Transfers.tsx';

interface Row {
  loneWorker: boolean | null;
  id: string;
  name: string;
  status: number;
  customer: Reference;
  address: Address | null;
  radius: number;
  specialties: Reference[];
  siteKeys?: unknown[] | null;
  siteAlarms?: unknown[] | null;
  siteUsers?: { id: string; agent: Reference }[] | null;
}

const linkedOf = (id: string, limit: number): object => ({
  filters: { site: [id], isSite: 1, status: [100] },
  page: 1,
  limit,
});

export default function SiteSummary({ row, onEdit }: SummaryProps): ReactElement {
  const site = row as unknown as Row;
  const view = useView(Site);
  const { scope } = useSession();
  const services = useNextServices({ site: [site.id], isSite: 1 });
  const unfilled = unfilledOf(services.next);
  const wrongs: Wrong[] = [];
  if (site.status !== 100)
    wrongs.push({
      what: site.status === 300 ? 'Site archivé' : 'Site inactif',
      remedy: 'Il n’est plus proposé au planning. « Actions », « Réactivation » le remet en service.',
      tone: 'orange',
    });
  if (unfilled > 0)
    wrongs.push({
      what: `${plural(unfilled, 'service')} sans personne ou incomplet`,
      remedy: 'Ouvrez le service ci-dessous pour trouver un collaborateur.',
    });
  if (scope === 'agency' && !site.address?.location)
    wrongs.push({
      what: site.loneWorker
        ? 'Le site n’est pas situé sur la carte : la protection n’y surveille aucun périmètre'
        : 'Le site n’est pas situé sur la carte',
      remedy:
        'Complétez son adresse : sans position, l’itinéraire et la prise de service ne peuvent pas être vérifiés.',
      tone: 'orange',
      act: onEdit && { label: 'Compléter', run: onEdit },
    });
  return (
    <Summary wrongs={wrongs}>
      <NextServices
        {...services}
        shows="agents"
        initial={site.status === 100 ? { site: { id: site.id, name: site.name } } : undefined}
      />
      <Hours site={site.id} />
      <Block title="Lieu">
        <Facts
          facts={[
            ['Adresse', addressText(site.address)],
            ['Rayon', `${formatNumber(site.radius)} m`],
            ['Spécialités', site.specialties.map(({ name }) => name).join(', ')],
            ['Clés', view.sees('siteKeys') && site.siteKeys ? formatNumber(site.siteKeys.length) : null],
            ['Alarmes', view.sees('siteAlarms') && site.siteAlarms ? formatNumber(site.siteAlarms.length) : null],
          ]}
        />
      </Block>
      <CustomerBlock of={site.customer} />
      <ContractsBlock customer={site.customer} site={{ id: site.id, name: site.name }} />
      <TransfersBlock site={{ id: site.id, name: site.name }} />
      <Instructions site={site.id} />
      <HeldBlock
        site={{ id: site.id, name: site.name }}
        isArchived={archivedStates(Site.machine).includes(site.status)}
      />
      <Rounds site={site} />
      {view.sees('siteUsers') && (site.siteUsers?.length ?? 0) > 0 && (
        <Block title="Collaborateurs interdits">
          <Lines of={site.siteUsers ?? []} keyOf={({ id }) => id} empty="">
            {({ agent }) => (
              <Linked entity="agent" id={agent.id}>
                {agent.name}
              </Linked>
            )}
          </Lines>
        </Block>
      )}
    </Summary>
  );
}

function Hours({ site }: { site: string }): ReactNode {
  const session = useSession();
  const { start, end } = thisMonth(useLocale().zone);
  const right = siteHourDetail.mounts[session.scope as 'agency' | 'customer'] as readonly Right[] | undefined;
  const allowed = right !== undefined && session.can(right);
  const asked = useCall(siteHourDetail, {
    input: { site, start, end },
    enabled: allowed,
  });
  if (!allowed) return null;
  return (
    <Block title="Heures du mois">
      <Answer of={asked}>
        {({ services }) => {
          const sum = (of: 'wanted' | 'planned' | 'effective'): number | null =>
            services.some((one) => one[of] === null)
              ? null
              : services.reduce((total, one) => total + (one[of] as number), 0);
          const hours = (of: 'wanted' | 'planned' | 'effective'): string | null => {
            const minutes = sum(of);
            return minutes === null ? null : inHours(minutes);
          };
          return (
            <Facts
              facts={[
                ['Services', formatNumber(services.length)],
                ['Demandées', hours('wanted')],
                ['Planifiées', hours('planned')],
                ['Effectives', hours('effective')],
              ]}
            />
          );
        }}
      </Answer>
    </Block>
  );
}

/** The customer and his contacts; a customer knows them. */
function CustomerBlock({ of: customer }: { of: Reference }): ReactNode {
  const session = useSession();
  const allowed = session.scope === 'agency' && may(session, Customer, 'read');
  const asked = useCall(endpointsOf(Customer).read, { params: { id: customer.id }, enabled: allowed });
  if (session.scope !== 'agency') return null;
  return (
    <Block title="Client">
      <p>
        <Linked entity="customer" id={customer.id}>
          {customer.name}
        </Linked>
      </p>
      {allowed && (
        <Answer of={asked}>
          {(answer) => <Contacts of={(answer as { customer: { userCompanies: Contact[] } }).customer.userCompanies} />}
        </Answer>
      )}
    </Block>
  );
}

const shownInstructions = 5;

function Instructions({ site }: { site: string }): ReactNode {
  const asked = useLinked(SiteInstruction, linkedOf(site, shownInstructions));
  const screen = useRecordScreens()?.get('site');
  if (!asked) return null;
  const search = (instruction?: string): object => ({ instructions: site, ...(instruction ? { instruction } : {}) });
  return (
    <Block
      title="Consignes"
      action={
        screen && (
          <Link to={screen.item.path} search={search() as never} className={classes.link ?? ''}>
            Toutes les consignes
          </Link>
        )
      }
    >
      <Answer of={asked}>
        {({ rows }) => (
          <Lines of={rows} keyOf={({ id }) => id} empty="Aucune consigne.">
            {({ id, title, date }) => (
              <>
                <LineMain>
                  {screen ? (
                    <Link to={screen.item.path} search={search(id) as never} className={classes.link ?? ''}>
                      {String(title)}
                    </Link>
                  ) : (
                    String(title)
                  )}
                </LineMain>
                <Note>{formatRelative(String(date))}</Note>
              </>
            )}
          </Lines>
        )}
      </Answer>
    </Block>
  );
}

function Rounds({ site }: { site: Row }): ReactNode {
  const asked = useLinked(Round, linkedOf(site.id, 20));
  if (!asked) return null;
  return (
    <Block
      title="Rondes"
      action={
        <AddLinked entity="round" initial={{ site: { id: site.id, name: site.name } }}>
          Ajouter une ronde
        </AddLinked>
      }
    >
      <Answer of={asked}>
        {({ rows }) => (
          <Lines of={rows} keyOf={({ id }) => id} empty="Aucune ronde.">
            {({ id, name, checkpointCount }) => (
              <>
                <LineMain>
                  <Linked entity="round" id={id}>
                    {String(name)}
                  </Linked>
                </LineMain>
                <Note>{plural(Number(checkpointCount), 'point')}</Note>
              </>
            )}
          </Lines>
        )}
      </Answer>
    </Block>
  );
}
