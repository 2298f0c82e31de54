// What the dialogs of a replacement share.
import { Alert, Badge, Button, Chip, Group, Input, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { consentMeans } from '#core/planning/calls.ts';
import type { CoveredService, OfferedCandidate } from '#core/planning/cover-calls.ts';
import { durationText } from '#core/planning/sentences.ts';
import { formatMoney, formatNumber } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import classes from './Cover.module.css';
import type { Consent } from './cover.ts';
import { hoursOfMoments } from './moments.ts';

export const CoverFailure = (props: { message: string; retrying: boolean; onRetry(): void }): ReactElement => (
  <Alert color="red" role="alert" title="Les remplaçants n’ont pas pu être cherchés">
    <Stack align="flex-start" gap="xs">
      <Text size="sm">{props.message}</Text>
      <Button size="compact-sm" variant="default" loading={props.retrying} onClick={props.onRetry}>
        Réessayer
      </Button>
    </Stack>
  </Alert>
);

export const Bones = (): ReactElement => (
  <Stack gap="xs" role="status" aria-label="Recherche des remplaçants" aria-busy>
    {[1, 2, 3, 4].map((bone) => (
      <Skeleton key={bone} height={64} />
    ))}
  </Stack>
);

export function ServiceLine({ service }: { service: CoveredService }): ReactElement {
  const { zone } = useLocale();
  return (
    <div>
      <Text fw={600}>
        {service.site}
        {service.postTitle ? ` · ${service.postTitle}` : ''}
      </Text>
      <Text size="sm" c="dimmed">
        {hoursOfMoments(service.startAt, service.endAt, zone)} · {service.reference}
      </Text>
    </div>
  );
}

interface ConsentProps {
  means: Consent['means'] | null;
  missing: boolean;
  onMeans(means: Consent['means']): void;
}

/** Art. 7.07.3: without it the change is not one that the employer may make alone. */
export const ConsentChoice = ({ means, missing, onMeans }: ConsentProps): ReactElement => (
  <Input.Wrapper
    label="Comment le remplaçant a-t-il donné son accord ?"
    description="Moins de 48 heures avant le service, son accord est nécessaire (art. 7.07.3 de la convention collective). Il sera conservé."
    error={missing ? 'Indiquez comment l’accord a été obtenu' : undefined}
    labelElement="div"
  >
    <Chip.Group value={means ?? ''} onChange={(value) => onMeans(value as Consent['means'])}>
      <Group gap="xs" mt="xs" role="radiogroup" aria-label="Accord du remplaçant">
        {Object.entries(consentMeans).map(([key, label]) => (
          <Chip key={key} value={key} size="sm">
            {label}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  </Input.Wrapper>
);

/** What there is to know of somebody in a glance. */
export function Facts({ candidate }: { candidate: OfferedCandidate }): ReactElement {
  const { currency } = useLocale();
  const { free, qualified, rested, hoursLeft, distance, cost } = candidate;
  const badge = (good: boolean, yes: string, no: string): ReactElement => (
    <Badge size="sm" variant="light" color={good ? 'green' : 'orange'}>
      {good ? yes : no}
    </Badge>
  );
  return (
    <Group gap={6}>
      {!free && (
        <Badge size="sm" variant="light" color="red">
          Pas libre
        </Badge>
      )}
      {badge(qualified, 'Qualifié', 'Qualification à vérifier')}
      {badge(rested, 'Reposé', 'Repos insuffisant')}
      {hoursLeft !== null && (
        <Badge size="sm" variant="light" color={hoursLeft > 0 ? 'blue' : 'gray'}>
          {hoursLeft > 0 ? `${durationText(hoursLeft)} à planifier` : 'Contrat rempli'}
        </Badge>
      )}
      {distance !== null && (
        <Badge size="sm" variant="light" color="gray">
          {formatNumber(Math.round(distance / 100) / 10)} km
        </Badge>
      )}
      {cost !== null && (
        <Badge size="sm" variant="light" color="gray">
          {formatMoney(cost, currency)} / h
        </Badge>
      )}
    </Group>
  );
}

/** What giving him the service would break, and is only warned of. */
export const Warnings = ({ errors }: Pick<OfferedCandidate, 'errors'>): ReactElement[] =>
  errors.map(({ code, message }) => (
    <Text key={`${code}${message}`} size="xs" className={classes.warning}>
      {message}
    </Text>
  ));
