// Parts of the summary of a record: what is wrong, figures, contacts, linked records.
import { Button, Text, UnstyledButton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import type { Address } from '#core/kernel/field.ts';
import { NotRead } from '#ui/NotRead.tsx';
import { RecordLink } from '#ui/shell/RecordLink.tsx';
import { telOf } from '#ui/tel.ts';
import classes from './Summary.module.css';

export interface Wrong {
  what: string;
  /** What to do about it. */
  remedy?: string | undefined;
  /** Default: red. */
  tone?: 'red' | 'orange';
  act?: { label: string; run(): void } | null | undefined;
}

export const Summary = ({ wrongs, children }: { wrongs: readonly Wrong[]; children: ReactNode }): ReactElement => (
  <div className={classes.summary}>
    {wrongs.length > 0 && (
      <ul className={classes.wrongs} aria-label="À régler">
        {wrongs.map(({ what, remedy, tone = 'red', act }) => (
          <li key={what} className={classes.wrong} data-tone={tone}>
            <span>
              <span className={classes.what}>{what}</span>
              {remedy && <span className={classes.remedy}>{remedy}</span>}
            </span>
            {act && (
              <Button size="compact-sm" variant="default" onClick={act.run}>
                {act.label}
              </Button>
            )}
          </li>
        ))}
      </ul>
    )}
    <div className={classes.blocks}>{children}</div>
  </div>
);

interface BlockProps {
  title: string;
  action?: ReactNode;
  /** Over all columns: a table. */
  wide?: boolean;
  children: ReactNode;
}

export const Block = ({ title, action, wide, children }: BlockProps): ReactElement => (
  <section className={classes.block} aria-label={title} data-wide={wide || undefined}>
    <header>
      <h3>{title}</h3>
      {action}
    </header>
    {children}
  </section>
);

export type Fact = readonly [label: string, value: ReactNode];

/** Facts without a value are left out. `spread`: side by side over the whole width, each under its label. */
export const Facts = ({ facts, spread }: { facts: readonly Fact[]; spread?: true }): ReactElement => (
  <dl className={spread ? classes.spread : classes.facts}>
    {facts
      .filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
      .map(([label, value]) =>
        spread ? (
          <div key={label}>
            <FactLine label={label} value={value} />
          </div>
        ) : (
          <FactLine key={label} label={label} value={value} />
        ),
      )}
  </dl>
);

const FactLine = ({ label, value }: { label: string; value: ReactNode }): ReactElement => (
  <>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </>
);

export const Note = ({ children }: { children: ReactNode }): ReactElement => (
  <span className={classes.note}>{children}</span>
);

interface LinesProps<T> {
  of: readonly T[];
  keyOf(one: T): string;
  empty: string;
  children(one: T): ReactNode;
}

export const Lines = <T,>({ of, keyOf, empty, children }: LinesProps<T>): ReactElement =>
  of.length === 0 ? (
    <Text size="sm" c="dimmed">
      {empty}
    </Text>
  ) : (
    <ul className={classes.lines}>
      {of.map((one) => (
        <li key={keyOf(one)}>{children(one)}</li>
      ))}
    </ul>
  );

/** The loading and error states of a block. */
export function Answer<T>({ of, children }: { of: UseQueryResult<T, Error>; children(data: T): ReactNode }): ReactNode {
  if (of.data !== undefined) return children(of.data);
  return <NotRead of={of} failure="Lecture impossible" reading="Chargement" height={64} />;
}

interface LinkedProps {
  entity: string;
  id: string;
  initial?: Record<string, unknown>;
  children: ReactNode;
}

export const Linked = (props: LinkedProps): ReactElement => <RecordLink {...props} className={classes.link} />;

/** Opens something that is no record. */
export const LinkButton = ({ onClick, children }: { onClick(): void; children: ReactNode }): ReactElement => (
  <UnstyledButton className={classes.link ?? ''} onClick={onClick}>
    {children}
  </UnstyledButton>
);

/** « Ajouter un site », for those who may. */
export const AddLinked = (props: Omit<LinkedProps, 'id'>): ReactElement => (
  <RecordLink {...props} className={classes.link} />
);

export const LineMain = ({ children }: { children: ReactNode }): ReactElement => (
  <span className={classes.line}>{children}</span>
);

export const Phones = ({ of }: { of: readonly string[] | null | undefined }): ReactNode =>
  of && of.length > 0
    ? of.map((phone, at) => (
        <span key={phone}>
          {at > 0 && ', '}
          <a className={classes.link} href={telOf(phone)}>
            {phone}
          </a>
        </span>
      ))
    : null;

export const Mail = ({ of }: { of: string | null | undefined }): ReactNode =>
  of ? (
    <a className={classes.link} href={`mailto:${of}`}>
      {of}
    </a>
  ) : null;

export const addressText = (address: Address | null | undefined): string =>
  [address?.street, [address?.zipcode, address?.city].filter(Boolean).join(' ')].filter(Boolean).join(', ');

/** Null without a phone or an e-mail: `Facts` leaves it out. */
export const ways = (phones: readonly string[] | null | undefined, email: string | null | undefined): Fact[] => [
  ['Téléphone', phones && phones.length > 0 ? <Phones key="phones" of={phones} /> : null],
  ['E-mail', email ? <Mail key="mail" of={email} /> : null],
];
