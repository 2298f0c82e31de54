// « Service non planifié » (N-067): an agent starts a service that was not planned.
import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { type ReactElement, useRef, useState } from 'react';
import type { Fix } from '#core/field/event.ts';
import { located, locatingWords, NotLocated } from '#core/field/locating.ts';
import { instantAt, wallClock } from '#core/kernel/clock.ts';
import { activityTypes } from '#core/planning/activity.ts';
import { daysAfter } from '#core/planning/days.ts';
import { beginService } from '#core/planning/lifecycle-calls.ts';
import { Service } from '#core/planning/service.ts';
import { actKey, call } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { confirm } from '#ui/confirm.tsx';
import { DateInput, dateFault } from '#ui/kinds/DateInput.tsx';
import { useLocale } from '#ui/kinds/locale.ts';
import { whereAmI } from '#ui/Map/here.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import { withConfirmation } from '../anomalies.ts';

interface Props {
  /** Undefined: loading. */
  sites: readonly { id: string; name: string }[] | undefined;
  specialties: readonly { id: string; name: string }[];
  onClose(): void;
}

/** The next occurrence of this time; empty: open end. */
export function endOf(time: string, zone: string, now = new Date()): string | null {
  if (time === '') return null;
  const { day } = wallClock(now, zone);
  const today = instantAt(day, time, zone);
  return Date.parse(today) > now.getTime() ? today : instantAt(daysAfter(day, 1), time, zone);
}

const options = (rows: readonly { id: string; name: string }[]) =>
  rows.map(({ id, name }) => ({ value: id, label: name }));

const here = async (): Promise<Fix> => {
  const { location, accuracy } = await whereAmI();
  return { ...location, accuracy };
};

const goesOn = (): Promise<boolean> =>
  confirm({ title: locatingWords.failed, message: locatingWords.question, confirmLabel: 'Oui', cancelLabel: 'Non' });

export function Unplanned({ sites, specialties, onClose }: Props): ReactElement {
  const { zone } = useLocale();
  const [site, setSite] = useState<string | null>(sites?.length === 1 ? (sites[0]?.id ?? null) : null);
  const [activity, setActivity] = useState('1');
  const [specialty, setSpecialty] = useState<string | null>(null);
  const [end, setEnd] = useState('');
  const [busy, setBusy] = useState(false);
  const [isLocating, setLocating] = useState(false);
  const place = useRef<Fix | null | undefined>(undefined);
  const [event] = useState(() => ({ uuid: actKey() }));

  const isReady = site !== null && dateFault('time', end) === null;

  /** P-018 to P-020. Once: a retry sends the same event. */
  const locate = async (): Promise<Fix | null> => {
    if (place.current !== undefined) return place.current;
    setLocating(true);
    try {
      place.current = await located(here, 1, goesOn);
      return place.current;
    } finally {
      setLocating(false);
    }
  };

  const begin = async (): Promise<void> => {
    setBusy(true);
    try {
      const location = await locate();
      const begun = await withConfirmation(({ confirmed }) =>
        call(beginService, {
          mount: 'agent',
          params: { status: '200' },
          input: {
            service: {
              site: { id: site },
              activityType: Number(activity),
              specialty: specialty ? { id: specialty } : null,
              endAt: endOf(end, zone),
            },
            event: { ...event, location },
            ...(confirmed ? { confirmed } : {}),
          },
        }),
      );
      if (begun) {
        navigator.vibrate?.(60);
        notifySuccess('Service démarré');
        onClose();
      }
    } catch (problem) {
      if (!(problem instanceof NotLocated)) notifyProblem(problem);
    }
    setBusy(false);
    await invalidateEntity(Service);
  };

  return (
    <Modal opened onClose={onClose} closeOnClickOutside={false} title="Service non planifié" centered>
      <form
        onSubmit={(submitted) => {
          submitted.preventDefault();
          if (isReady && !busy) void begin();
        }}
      >
        <Stack inert={busy}>
          <Text>Le service commence maintenant. Votre agence est prévenue aussitôt.</Text>
          <Select
            size="lg"
            label="Site"
            withAsterisk
            searchable
            data={options(sites ?? [])}
            value={site}
            onChange={setSite}
            disabled={sites === undefined}
            nothingFoundMessage="Aucun site"
            description={
              sites?.length === 0
                ? 'Aucun site ne vous est connu : appelez votre agence.'
                : 'Ceux de vos services du mois passé et à venir.'
            }
          />
          <Select
            size="lg"
            label="Activité"
            withAsterisk
            allowDeselect={false}
            data={Object.entries(activityTypes).map(([value, label]) => ({ value, label }))}
            value={activity}
            onChange={(value) => setActivity(value ?? '1')}
          />
          {specialties.length > 0 && (
            <Select
              size="lg"
              label="Spécialité"
              clearable
              data={options(specialties)}
              value={specialty}
              onChange={setSpecialty}
            />
          )}
          <DateInput
            size="lg"
            kind="time"
            label="Fin prévue"
            description="Facultatif : sinon, l’heure à laquelle vous le terminez."
            value={end}
            onChange={setEnd}
          />
          {isLocating && <Text role="status">{locatingWords.locating}</Text>}
          <Group justify="flex-end">
            <Button size="lg" variant="default" onClick={onClose}>
              Annuler
            </Button>
            <Button size="lg" type="submit" disabled={!isReady} loading={busy}>
              Démarrer
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
