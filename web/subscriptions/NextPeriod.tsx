// What the agency chose for its next period: taken back, with fewer licences, or none (decision 111).
import { Button, Group, NumberInput, Text, Title } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import type * as z from 'zod';
import { Problem } from '#core/kernel/problem.ts';
import { subscriptionTexts } from '#core/payments/texts.ts';
import {
  changePlan,
  type OwnSubscription,
  readSubscriptions,
  subscriptionMessages,
} from '#core/subscriptions/calls.ts';
import { call } from '#ui/client/call.ts';
import { queryClient } from '#ui/client/queries.tsx';
import { confirm } from '#ui/confirm.tsx';
import { formatDay, plural } from '#ui/format.ts';
import { notifySuccess } from '#ui/notify.ts';
import classes from './subscriptions.module.css';

/** Asked first: it changes what is billed. */
export const chooseNext = (input: z.input<typeof changePlan.input>, title: string, message: string): Promise<boolean> =>
  confirm({
    ...{ title, message, confirmLabel: 'Confirmer' },
    act: async () => {
      await call(changePlan, { input }).catch((error: unknown) => {
        // Z-039, with its reason.
        if (!(error instanceof Problem)) throw error;
        throw new Problem(error.kind, `${subscriptionTexts.SUBSCRIPTION} ${error.message}`, error.details);
      });
      await queryClient.invalidateQueries({ queryKey: [readSubscriptions.name] });
      notifySuccess(subscriptionMessages.saved);
    },
  });

const withLicences = (count: number): string => (count > 0 ? `, avec ${plural(count, 'licence')} en plus` : '');
const billedBy = (yearly: boolean): string => (yearly ? 'par an' : 'par mois');

export function NextPeriod({ own, mayChoose }: { own: OwnSubscription; mayChoose: boolean }): ReactElement | null {
  const { plan, yearly, next, licences, nextLicences, renews, endsOn } = own;
  const [fewer, setFewer] = useState(nextLicences ?? licences);
  if (!plan || !endsOn) return null;
  const day = formatDay(endsOn);
  const hasChosen = next !== null || nextLicences !== null || !renews;
  const kept = { plan: { id: plan.id }, yearly };
  const coming = { plan: { id: (next?.plan ?? plan).id }, yearly: next ? next.yearly : yearly };
  return (
    <section aria-label="Prochaine échéance" className={classes.next}>
      <Title order={2} size="h4">
        Prochaine échéance : {day}
      </Title>
      <Text size="sm">
        {renews
          ? `Ensuite : ${(next?.plan ?? plan).name}, ${billedBy(coming.yearly)}${withLicences(nextLicences ?? licences)}.`
          : `Votre formule n’est pas renouvelée : elle prend fin le ${day}, puis votre agence est fermée jusqu’à une nouvelle commande.`}
      </Text>
      {mayChoose && licences > 0 && renews ? (
        <Group align="flex-end" gap="xs">
          <NumberInput
            label="Licences en plus à la prochaine échéance"
            description={`${licences} aujourd’hui`}
            min={0}
            max={licences}
            allowDecimal={false}
            value={fewer}
            onChange={(value) => setFewer(typeof value === 'number' ? value : licences)}
          />
          <Button
            variant="default"
            disabled={fewer === (nextLicences ?? licences) || fewer > licences}
            onClick={() =>
              void chooseNext(
                { ...coming, licences: fewer },
                `Garder ${plural(fewer, 'licence')} en plus ?`,
                `À partir de la période qui suit le ${day}. Les comptes déjà ouverts restent ; aucun autre ne s’ouvre au-delà.`,
              )
            }
          >
            Choisir ce nombre
          </Button>
        </Group>
      ) : null}
      {mayChoose ? (
        <Group gap="xs">
          {hasChosen ? (
            <Button
              onClick={() =>
                void chooseNext(
                  kept,
                  'Garder votre formule actuelle ?',
                  `${plan.name}, ${billedBy(yearly)}, est renouvelée telle quelle après le ${day}.`,
                )
              }
            >
              Garder ma formule actuelle
            </Button>
          ) : null}
          {renews ? (
            <Button
              variant="subtle"
              color="red"
              onClick={() =>
                void chooseNext(
                  { ...kept, renews: false },
                  'Ne pas renouveler votre formule ?',
                  `Elle prend fin le ${day} ; ensuite votre équipe et vos clients ne verront plus que « Abonnement expiré ». Vous pouvez revenir sur ce choix d’ici là.`,
                )
              }
            >
              Ne pas renouveler
            </Button>
          ) : null}
        </Group>
      ) : null}
    </section>
  );
}
