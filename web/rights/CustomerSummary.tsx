// The summary of a customer: his sites, next services, contacts.
import type { ReactElement, ReactNode } from 'react';
import { customerTypes, settlementPeriods } from '#core/customers/customer.ts';
import { inHours } from '#core/kernel/duration.ts';
import type { Address } from '#core/kernel/field.ts';
import { sitesHours } from '#core/planning/hours-calls.ts';
import { Site, siteStatus } from '#core/sites/site.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { thisMonth } from '#ui/clock.ts';
import type { SummaryProps } from '#ui/EntityDialog/extras.ts';
import { formatNumber, plural } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { StatusBadge } from '#ui/kinds.tsx';
import { ContractsBlock } from '../commercial/Contracts.tsx';
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
  ways,
} from '../summary/parts.tsx';
import { NextServices, unfilledOf } from '../summary/Services.tsx';

interface Row {
  id: string;
  name: string;
  status: number;
  type: keyof typeof customerTypes;
  email: string | null;
  phone: string[] | null;
  address: Address | null;
  userCompanies: Contact[];
  customerInfos: {
    customerNumberId: string | null;
    prospect?: boolean | null;
    settlementPeriod: keyof typeof settlementPeriods;
    settlementPeriodDays: number | null;
  };
}

/** Sites of one customer whose services are read together. */
const mostSites = 200;

export default function CustomerSummary({ row, onEdit }: SummaryProps): ReactElement {
  const customer = row as unknown as Row;
  const { customerInfos: infos } = customer;
  const sites = useLinked(Site, {
    filters: { customer: [customer.id], isCustomer: 1, archived: customer.status !== 100 },
    orderBy: 'name',
    ascending: true,
    page: 1,
    limit: mostSites,
  });
  const ids = sites?.data?.rows.map(({ id }) => id) ?? [];
  const services = useNextServices({ site: ids, isSite: 1 }, ids.length > 0);
  const unfilled = unfilledOf(services.next);
  const wrongs: Wrong[] = [];
  if (customer.status !== 100)
    wrongs.push({
      what: customer.status === 300 ? 'Client archivé' : 'Client inactif',
      remedy: '« Actions », « Réactivation » le remet en service.',
      tone: 'orange',
    });
  if (unfilled > 0)
    wrongs.push({
      what: `${plural(unfilled, 'service')} sans personne ou incomplet sur ses sites`,
      remedy: 'Ouvrez le service ci-dessous pour trouver un collaborateur.',
    });
  if (customer.userCompanies.length === 0)
    wrongs.push({
      what: 'Aucun interlocuteur',
      remedy: 'Ajoutez la personne à prévenir et à qui envoyer plannings et rapports.',
      tone: 'orange',
      act: onEdit && { label: 'Ajouter', run: onEdit },
    });
  const period = settlementPeriods[infos.settlementPeriod];
  return (
    <Summary wrongs={wrongs}>
      {sites && (
        <Block
          title="Sites"
          action={
            <AddLinked entity="site" initial={{ customer: { id: customer.id, name: customer.name } }}>
              Ajouter un site
            </AddLinked>
          }
        >
          <Answer of={sites}>
            {({ rows, filtered }) => (
              <>
                <Lines of={rows} keyOf={({ id }) => id} empty="Aucun site.">
                  {({ id, name, address, status }) => (
                    <>
                      <LineMain>
                        <Linked entity="site" id={id}>
                          {String(name)}
                        </Linked>
                      </LineMain>
                      <Note>{(address as Address | null)?.city}</Note>
                      {status !== 100 && <StatusBadge machine={siteStatus} code={Number(status)} />}
                    </>
                  )}
                </Lines>
                {filtered > rows.length && <Note>et {plural(filtered - rows.length, 'autre')}</Note>}
              </>
            )}
          </Answer>
        </Block>
      )}
      {ids.length > 0 && <NextServices {...services} shows="both" />}
      <Hours customer={customer.id} />
      <ContractsBlock customer={{ id: customer.id, name: customer.name }} />
      <Block title="Interlocuteurs">
        <Contacts of={customer.userCompanies} />
      </Block>
      <Block title="Coordonnées">
        <Facts
          facts={[
            ...ways(customer.phone, customer.email),
            ['Adresse', addressText(customer.address)],
            ['Type', customerTypes[customer.type]],
            ['Numéro client', infos.customerNumberId],
            ['Prospect', infos.prospect ? 'Oui' : null],
            [
              'Règlement',
              infos.settlementPeriodDays && infos.settlementPeriod !== 0
                ? `${period} ${plural(infos.settlementPeriodDays, 'jour')}`
                : period,
            ],
          ]}
        />
      </Block>
    </Summary>
  );
}

function Hours({ customer }: { customer: string }): ReactNode {
  const session = useSession();
  const { start, end } = thisMonth(useLocale().zone);
  const allowed = session.scope === 'agency' && session.can(['listAgencyHours']);
  const asked = useCall(sitesHours, { input: { customer, start, end, limit: 1 }, mount: 'agency', enabled: allowed });
  if (!allowed) return null;
  return (
    <Block title="Heures du mois">
      <Answer of={asked}>
        {({ totals }) => (
          <Facts
            facts={[
              ['Services', formatNumber(totals.services)],
              ['Demandées', inHours(totals.wanted)],
              ['Planifiées', inHours(totals.planned ?? 0)],
              ['Effectives', inHours(totals.effective ?? 0)],
            ]}
          />
        )}
      </Answer>
    </Block>
  );
}
