// One invoice to come: its hours, its amount, what is to be seen; opened, its lines and the services in question.
import { ActionIcon, Badge, Button, Checkbox } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { inUnits } from '#core/billing/parts.ts';
import type { PreparedGroup, PreparedLine, Several } from '#core/commercial/calls.ts';
import { inHours, inSignedHours } from '#core/kernel/duration.ts';
import { formatMoney, priceDecimals } from '#core/kernel/money.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { Service } from '#core/planning/service.ts';
import { formatMoment, plural } from '#ui/format.ts';
import { IconChevronDown, IconChevronRight } from '#ui/icons.ts';
import { RecordLink } from '#ui/shell/RecordLink.tsx';
import classes from './preparation.module.css';

interface Props {
  group: PreparedGroup;
  currency: string;
  zone: string;
  isChosen: boolean;
  onChoose(isIn: boolean): void;
  onProof(line: PreparedLine): void;
}

interface Seen {
  key: 'unsettled' | 'open' | 'unpriced' | 'changed';
  color: string;
  label(count: number): string;
  why: string;
}

const kinds: readonly Seen[] = [
  {
    key: 'unsettled',
    color: 'orange',
    label: (count) => plural(count, 'écart non validé', 'écarts non validés'),
    why: 'Le planning compte tant que l’écart n’est pas validé.',
  },
  {
    key: 'open',
    color: 'gray',
    label: (count) => plural(count, 'service non terminé', 'services non terminés'),
    why: 'Ils seront à facturer une fois terminés : préparez de nouveau la période.',
  },
  {
    key: 'unpriced',
    color: 'red',
    label: (count) => plural(count, 'service sans prix', 'services sans prix'),
    why: 'Donnez un prix sur le contrat commercial, le client ou dans les paramètres.',
  },
  {
    key: 'changed',
    color: 'orange',
    label: (count) => plural(count, 'écart après facturation', 'écarts après facturation'),
    why: 'Ce qui a été facturé n’est plus ce qui a été fait : modifiez le brouillon, ou faites un avoir.',
  },
];

const placeOf = ({ site, contract }: PreparedGroup): string | null => site?.name ?? contract?.name ?? null;

export function GroupRow({ group, currency, zone, isChosen, onChoose, onProof }: Props): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  // Passes, reports and flat amounts have no hours.
  const hours = (minutes: number): string => (group.planned + group.done === 0 ? '—' : inHours(minutes));
  const name = [group.customer.name, placeOf(group)].filter(Boolean).join(', ');
  return (
    <tbody className={classes.group}>
      <tr>
        <td>
          <Checkbox
            aria-label={`Facturer ${name}`}
            checked={isChosen}
            disabled={group.blocked !== null}
            onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
          />
        </td>
        <th scope="row">
          <span className={classes.name}>
            <ActionIcon
              variant="subtle"
              size="sm"
              aria-expanded={isOpen}
              aria-label={`Détail de ${name}`}
              onClick={() => setIsOpen(!isOpen)}
            >
              {isOpen ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
            </ActionIcon>
            <RecordLink entity="customer" id={group.customer.id}>
              {group.customer.name}
            </RecordLink>
            {group.customer.prospect && (
              <Badge size="sm" variant="light" tt="none" color="grape">
                Prospect
              </Badge>
            )}
          </span>
          {placeOf(group) && <span className={classes.place}>{placeOf(group)}</span>}
        </th>
        <td data-label="Prévu">{hours(group.planned)}</td>
        <td data-label="Réalisé">{hours(group.done)}</td>
        <td data-label="Écart" data-wrong={group.difference !== 0 || undefined}>
          {group.difference === 0 ? '—' : inSignedHours(group.difference)}
        </td>
        <td data-label="Montant HT">
          {formatMoney(group.net, currency)}
          {group.net !== group.amount && (
            <div className={classes.quiet}>{`${formatMoney(group.amount, currency)} avant remise`}</div>
          )}
          {group.billed !== 0 && (
            <div className={classes.quiet}>{`déjà facturé ${formatMoney(group.billed, currency)}`}</div>
          )}
        </td>
        <td className={classes.badges}>
          {group.blocked && group.unpriced.count === 0 && <span className={classes.quiet}>{group.blocked}</span>}
          {group.mentions && (
            <Badge size="sm" variant="light" tt="none" color="red">
              Mentions manquantes
            </Badge>
          )}
          {kinds.flatMap(({ key, color, label }) =>
            group[key].count > 0
              ? [
                  <Badge key={key} size="sm" variant="light" tt="none" color={color}>
                    {label(group[key].count)}
                  </Badge>,
                ]
              : [],
          )}
          {group.changedFlats.length > 0 && (
            <Badge size="sm" variant="light" tt="none" color="orange">
              {changedFlats(group.changedFlats.length)}
            </Badge>
          )}
          {group.revisions.length > 0 && (
            <Badge size="sm" variant="light" tt="none" color="orange">
              Révision en attente
            </Badge>
          )}
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={7} className={classes.detail}>
            {group.mentions && <p className={classes.wrong}>{group.mentions}</p>}
            {kinds.map(({ key, label, why }) =>
              group[key].count > 0 ? (
                <Named key={key} title={label(group[key].count)} why={why} of={group[key]} zone={zone} />
              ) : null,
            )}
            <ChangedFlats of={group.changedFlats} currency={currency} />
            <Revisions of={group.revisions} />
            {group.lines.length > 0 && <Lines of={group.lines} currency={currency} onProof={onProof} />}
          </td>
        </tr>
      )}
    </tbody>
  );
}

const Named = ({ title, why, of, zone }: { title: string; why: string; of: Several; zone: string }): ReactElement => (
  <section aria-label={title} className={classes.named}>
    <h3>{title}</h3>
    <p className={classes.quiet}>{why}</p>
    <ul>
      {of.services.map(({ id, reference, site, startAt, detail }) => (
        <li key={id}>
          <RecordLink entity={Service.name} id={id}>
            {[reference, site, formatMoment(startAt, zone), detail].filter(Boolean).join(' · ')}
          </RecordLink>
        </li>
      ))}
      {of.count > of.services.length && <li>{`et ${plural(of.count - of.services.length, 'autre')}`}</li>}
    </ul>
  </section>
);

const changedFlats = (count: number): string => plural(count, 'forfait changé', 'forfaits changés');

const ChangedFlats = ({
  of,
  currency,
}: {
  of: PreparedGroup['changedFlats'];
  currency: string;
}): ReactElement | null =>
  of.length === 0 ? null : (
    <section aria-label={changedFlats(of.length)} className={classes.named}>
      <h3>{changedFlats(of.length)}</h3>
      <p className={classes.quiet}>
        Le contrat a changé depuis la facturation : modifiez le brouillon, ou faites un avoir.
      </p>
      <ul>
        {of.map(({ label, contract, month, number, billed, due }) => (
          <li key={`${number} ${contract.id} ${label} ${month}`}>
            <RecordLink entity="commercialContract" id={contract.id}>
              {`${label}, ${month} · ${number} · facturé ${formatMoney(billed, currency)}, dû ${formatMoney(due, currency)}`}
            </RecordLink>
          </li>
        ))}
      </ul>
    </section>
  );

const Revisions = ({ of }: { of: PreparedGroup['revisions'] }): ReactElement | null =>
  of.length === 0 ? null : (
    <section aria-label="Révision en attente" className={classes.named}>
      <h3>Révision en attente</h3>
      <p className={classes.quiet}>Révisez d’abord les prix : sinon, la période est facturée à l’ancien prix.</p>
      <ul>
        {of.map(({ id, name, date }) => (
          <li key={id}>
            <RecordLink entity="commercialContract" id={id}>
              {`${name}, à réviser au ${frenchDay(date)}`}
            </RecordLink>
          </li>
        ))}
      </ul>
    </section>
  );

const Lines = ({
  of,
  currency,
  onProof,
}: {
  of: readonly PreparedLine[];
  currency: string;
  onProof(line: PreparedLine): void;
}): ReactElement => (
  <ul className={classes.lines} aria-label="Lignes de la facture">
    {of.map((line) => (
      <li key={line.key}>
        <span className={classes.what}>{line.title}</span>
        <span>{`${inUnits(line.quantity, line.unit)} × ${formatMoney(line.price, currency, priceDecimals)}`}</span>
        <b>{formatMoney(line.amount, currency)}</b>
        {line.services > 0 ? (
          <Button size="compact-xs" variant="default" onClick={() => onProof(line)}>
            {plural(line.services, 'service')}
          </Button>
        ) : (
          <span className={classes.quiet}>Forfait</span>
        )}
      </li>
    ))}
  </ul>
);
