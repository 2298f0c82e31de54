// Shared parts of the replacement dialogs.
import { Badge, Chip, Group, Input, Skeleton, Stack, Text } from '@mantine/core';
import { type ReactElement, type ReactNode, type RefObject, useRef, useState } from 'react';
import { consentMeans } from '#core/planning/calls.ts';
import type { CoveredService, OfferedCandidate } from '#core/planning/cover-calls.ts';
import { durationText } from '#core/planning/sentences.ts';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { formatMoney, formatNumber } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
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
  /** Asks for the means of consent, if one is needed. */
  consent: ReactNode;
  assign(assignments: readonly Assignment[], label: string): Promise<void>;
}

/**
 * Saves the replacement, with a consent on short notice, and closes the dialog. After a refusal it reads the candidates
 * again.
 */
export function useAssigning(
  replaced: string | null,
  wanted: boolean,
  { onClose, refetch }: { onClose(): void; refetch(): unknown },
): Assigning {
  const [means, setMeans] = useState<Consent['means'] | null>(null);
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);
  const choice = useRef<HTMLDivElement>(null);
  return {
    busy,
    consent: wanted ? (
      <ConsentChoice of={choice} means={means} missing={asks && means === null} onMeans={setMeans} />
    ) : null,
    async assign(assignments, label) {
      if (wanted && means === null) {
        setAsks(true);
        // The candidate may be far below the question.
        choice.current?.scrollIntoView({ block: 'center' });
        choice.current?.querySelector('input')?.focus({ preventScroll: true });
        return;
      }
      setBusy(true);
      const done = await replace(assignments, replaced, means ? { means } : null, label);
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

interface ConsentProps {
  of: RefObject<HTMLDivElement | null>;
  means: Consent['means'] | null;
  missing: boolean;
  onMeans(means: Consent['means']): void;
}

/** Art. 7.07.3: without consent the employer may not make the change alone. */
const ConsentChoice = ({ of, means, missing, onMeans }: ConsentProps): ReactElement => (
  <Input.Wrapper
    ref={of}
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
