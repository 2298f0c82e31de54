// Shared parts of the replacement dialogs.
import { Badge, Button, Chip, Group, Input, Skeleton, Stack, Text } from '@mantine/core';
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { consentMeans } from '#core/planning/calls.ts';
import type { CoveredService, OfferedCandidate } from '#core/planning/cover-calls.ts';
import { durationText } from '#core/planning/sentences.ts';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { formatMoney, formatNumber } from '#ui/format.ts';
import { IconPhoneCall } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { telOf } from '#ui/tel.ts';
import classes from './Cover.module.css';
import { type Assignment, type Consent, replace } from './cover.ts';
import { hoursOfMoments } from './moments.ts';

interface FrameProps<T> {
  title: string;
  asked: { data: T | undefined; error: Error | null; isFetching: boolean; refetch(): unknown };
  /** Above the results, also while they load. */
  head?: ReactNode;
  onClose(): void;
  children(data: T): ReactNode;
}

/** The dialog of a replacement: loading, failed, or the results. */
export function CoverFrame<T>({ title, asked, head, onClose, children }: FrameProps<T>): ReactElement {
  const { data, error, isFetching, refetch } = asked;
  return (
    <DialogAbove opened size="xl" onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Fermer' }}>
      <Stack gap="sm">
        {head}
        {data !== undefined ? (
          children(data)
        ) : error ? (
          <ReadFailure
            title="Les remplaçants n’ont pas pu être cherchés"
            message={error.message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <Bones />
        )}
      </Stack>
    </DialogAbove>
  );
}

export interface Assigning {
  busy: boolean;
  assign(assignments: readonly Assignment[], label: string, consent: Consent | null): Promise<void>;
}

/**
 * Saves the replacement, with a consent on short notice, and closes the dialog. After a refusal it reads the candidates
 * again.
 */
export function useAssigning(
  replaced: string | null,
  { onClose, refetch }: { onClose(): void; refetch(): unknown },
): Assigning {
  const [busy, setBusy] = useState(false);
  return {
    busy,
    async assign(assignments, label, consent) {
      setBusy(true);
      const done = await replace(assignments, replaced, consent, label);
      setBusy(false);
      if (done) onClose();
      else void refetch();
    },
  };
}

const Bones = (): ReactElement => (
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

/** Before anybody is chosen: whoever it is must agree. */
export const ConsentNotice = (): ReactElement => (
  <Text size="sm" c="dimmed">
    Moins de 48 heures avant le service, l’accord du remplaçant est nécessaire (art. 7.07.3 de la convention collective)
    : il vous sera demandé, et conservé.
  </Text>
);

interface ConsentProps {
  /** Whose consent. */
  name: string;
  onMeans(means: Consent['means']): void;
}

const consentLabel = (name: string): string => `${name} : comment l’accord a-t-il été donné ?`;
const means = Object.entries(consentMeans) as [Consent['means'], string][];

/** Art. 7.07.3: without consent the employer may not make the change alone. The answer takes the person whom it concerns. */
export function ConsentButtons({ name, disabled, onMeans }: ConsentProps & { disabled: boolean }): ReactElement {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <fieldset className={classes.consent}>
      <Text component="legend" size="sm" fw={600} p={0}>
        {consentLabel(name)}
      </Text>
      <Group gap={6} mt={6}>
        {means.map(([key, label], index) => (
          <Button
            key={key}
            ref={index === 0 ? first : null}
            variant="default"
            size="compact-sm"
            radius="xl"
            disabled={disabled}
            onClick={() => onMeans(key)}
          >
            {label}
          </Button>
        ))}
      </Group>
    </fieldset>
  );
}

interface ChoiceProps extends ConsentProps {
  means: Consent['means'] | null;
  missing: boolean;
}

/** The same for one of several people who are saved together. */
export const ConsentChoice = ({ name, means: given, missing, onMeans }: ChoiceProps): ReactElement => (
  <Input.Wrapper
    label={consentLabel(name)}
    error={missing ? 'Indiquez comment l’accord a été obtenu' : undefined}
    labelElement="div"
  >
    <Chip.Group value={given ?? ''} onChange={(value) => onMeans(value as Consent['means'])}>
      <Group gap={6} mt={6} role="radiogroup" aria-label={consentLabel(name)}>
        {means.map(([key, label]) => (
          <Chip key={key} value={key} size="sm">
            {label}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  </Input.Wrapper>
);

export const Phones = ({ candidate: { phones } }: { candidate: OfferedCandidate }): ReactElement | null =>
  phones.length === 0 ? null : (
    <Text size="sm" component="div" className={classes.phones}>
      <IconPhoneCall size={14} aria-hidden />
      {phones.map((phone) => (
        <a key={phone} href={telOf(phone)}>
          {phone}
        </a>
      ))}
    </Text>
  );

/** Summary of a candidate. */
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
      {rested === null ? (
        <Badge size="sm" variant="light" color="gray">
          Repos non vérifiable
        </Badge>
      ) : (
        badge(rested, 'Reposé', 'Repos insuffisant')
      )}
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

/** Warnings that assigning him the service would cause. */
export const Warnings = ({ errors }: Pick<OfferedCandidate, 'errors'>): ReactElement[] =>
  errors.map(({ code, message }) => (
    <Text key={`${code}${message}`} size="xs" className={classes.warning}>
      {message}
    </Text>
  ));
