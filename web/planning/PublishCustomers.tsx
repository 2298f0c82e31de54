// The customers who will see another planning of their sites, and whether they are told.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Output } from '#core/kernel/endpoint.ts';
import type { LeavingService, previewPublication } from '#core/planning/publication-calls.ts';
import { plural } from '#ui/format.ts';
import classes from './PublishDialog.module.css';

type Customer = Output<typeof previewPublication>['customers'][number];

export interface SeenBy extends Customer {
  /** How many of the chosen services change for this customer. */
  services: number;
}

export const seenBy = (customers: readonly Customer[], taken: readonly LeavingService[]): SeenBy[] =>
  customers
    .map((customer) => ({
      ...customer,
      services: taken.filter(({ customers: ids }) => ids.includes(customer.id)).length,
    }))
    .filter(({ services }) => services > 0);

const toldText = ({ told }: SeenBy): string =>
  told === 0
    ? 'personne n’y sera prévenu : aucun compte qui lit le planning'
    : `${plural(told, 'personne prévenue', 'personnes prévenues')} dans l’application`;

export function PublishCustomers({ customers }: { customers: readonly SeenBy[] }): ReactNode {
  if (customers.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    <section aria-label="Clients concernés" className={classes.customersScroll} tabIndex={0}>
      <Text size="sm" fw={600} mb={4}>
        Ces clients verront le planning de leurs sites changer, sans les noms
      </Text>
      <ul className={classes.customers}>
        {customers.map((customer) => (
          <li key={customer.id}>
            <span className={classes.name}>{customer.name}</span>{' '}
            <span className={classes.told}>
              {plural(customer.services, 'service')} · {toldText(customer)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
