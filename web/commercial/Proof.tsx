// The proof of a line: each service with who was there when, its rounds and its report.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { inUnits } from '#core/billing/parts.ts';
import { type ProofRow, proveInvoice, proveLine } from '#core/commercial/calls.ts';
import { inHours } from '#core/kernel/duration.ts';
import { formatMoney } from '#core/kernel/money.ts';
import { Service } from '#core/planning/service.ts';
import { useCall } from '#ui/client/queries.tsx';
import { formatMoment } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { RecordLink } from '#ui/shell/RecordLink.tsx';
import { DetailDrawer } from '../hours/DetailDrawer.tsx';
import classes from './preparation.module.css';

interface Props {
  title: string;
  currency: string;
  onClose(): void;
}

function Presence({ of, zone }: { of: ProofRow['presence']; zone: string }): ReactElement {
  const hour = (at: string): string => formatMoment(at, zone).slice(-5);
  return (
    <>
      {of.map(({ name, startedAt, endedAt }) => (
        <div key={name}>
          {startedAt ? `${name}, ${hour(startedAt)}–${endedAt ? hour(endedAt) : '?'}` : `${name}, heures planifiées`}
        </div>
      ))}
    </>
  );
}

const heads = ['Service', 'Présence', 'Rondes et rapport', 'Durée', 'Montant HT'] as const;

/** On a phone each row is a card, and its cells say what they are. */
function Rows({ of, currency }: { of: readonly ProofRow[]; currency: string }): ReactElement {
  const { zone } = useLocale();
  return (
    <table className={classes.proof}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {of.map((row, index) => (
          <tr key={row.service ?? index}>
            <td>
              {row.service ? (
                <RecordLink entity={Service.name} id={row.service}>
                  {row.reference}
                </RecordLink>
              ) : (
                row.reference
              )}
              <div className={classes.quiet}>
                {[row.site, row.startAt && formatMoment(row.startAt, zone)].filter(Boolean).join(' · ')}
              </div>
            </td>
            <td data-label={heads[1]}>
              <div>
                <Presence of={row.presence} zone={zone} />
              </div>
            </td>
            <td data-label={row.rounds || row.report ? heads[2] : undefined}>
              {(row.rounds || row.report) && (
                <div>
                  {row.rounds && <div>{`Rondes : ${row.rounds.done} sur ${row.rounds.wanted}`}</div>}
                  {row.report && (
                    <RecordLink entity="agencyReport" id={row.report.id}>
                      {row.report.reference}
                    </RecordLink>
                  )}
                </div>
              )}
            </td>
            <td data-label={heads[3]}>
              {row.minutes === null ? inUnits(1, row.isPass ? 'PASS' : 'UNIT') : inHours(row.minutes)}
            </td>
            <td data-label={heads[4]}>{formatMoney(row.amount, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Frame<T>({
  title,
  of,
  rows,
  currency,
  onClose,
}: Props & { of: UseQueryResult<T, Error>; rows(data: T): readonly ProofRow[] }): ReactElement {
  const { data, error, isFetching, refetch } = of;
  return (
    <DetailDrawer
      title={title}
      onClose={onClose}
      failure={error && !data ? error.message : null}
      busy={isFetching}
      onRetry={() => void refetch()}
    >
      {data ? <Rows of={rows(data)} currency={currency} /> : null}
    </DetailDrawer>
  );
}

interface Asked {
  start: string;
  end: string;
  group: string;
  line: string;
}

export const PreparedProof = ({ input, ...props }: Props & { input: Asked }): ReactElement => (
  <Frame {...props} of={useCall(proveLine, { input })} rows={({ services }) => services} />
);

/** Of one line of a saved invoice. */
export const InvoiceProof = ({ invoice, item, ...props }: Props & { invoice: string; item: string }): ReactElement => (
  <Frame
    {...props}
    of={useCall(proveInvoice, { params: { id: invoice } })}
    rows={({ lines }) => lines.find((line) => line.item === item)?.services ?? []}
  />
);
