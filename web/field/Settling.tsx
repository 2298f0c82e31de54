// What becomes of an event that could not be applied: closed with a reason, or corrected and applied (decision 87).
import { Button, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { type ReactElement, type ReactNode, useState } from 'react';
import { type KeptEvent, settleKeptEvent } from '#core/field/desk-calls.ts';
import { wallClock } from '#core/kernel/clock.ts';
import type { Input } from '#core/kernel/endpoint.ts';
import { Service } from '#core/planning/service.ts';
import { useAct } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { instantAt } from '#ui/clock.ts';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { formatMoment } from '#ui/format.ts';
import { DateInput, dateFault } from '#ui/kinds/DateInput.tsx';
import { useLocale } from '#ui/kinds/locale.ts';
import { closing } from '#ui/leaving.ts';
import { notifySuccess } from '#ui/notify.ts';
import { useServicesAround } from './services-around.ts';

interface Props {
  event: KeptEvent;
  onClose(): void;
  onSettled(): void;
}

type Decision = Omit<Input<typeof settleKeptEvent>, 'comment'>;

interface FrameProps extends Props {
  title: string;
  intro: string;
  confirm: string;
  done: string;
  /** Null: not yet. */
  decision: Decision | null;
  /** What it decides was changed. */
  isTouched?: boolean;
  children?: ReactNode;
}

/** Asks why: every decision keeps its reason. */
function Settling(props: FrameProps): ReactElement {
  const { event, title, intro, confirm, done, decision, isTouched = false, children, onClose, onSettled } = props;
  const [comment, setComment] = useState('');
  const { run, busy, problem, violation } = useAct(async () => {
    if (!decision) return;
    await call(settleKeptEvent, { params: { uuid: event.uuid }, input: { ...decision, comment } });
    await invalidateEntity(Service);
    notifySuccess(done);
    onClose();
    onSettled();
  });
  const leave = closing({ isTouched: isTouched || comment.trim() !== '', busy, onClose });
  return (
    <DialogAbove opened onClose={leave} title={title} centered>
      <form
        onSubmit={(submitted) => {
          submitted.preventDefault();
          run();
        }}
      >
        <Stack inert={busy}>
          <Text>{intro}</Text>
          {children}
          <Textarea
            label="Pourquoi"
            required
            autosize
            minRows={2}
            maxLength={500}
            data-autofocus={children ? undefined : true}
            value={comment}
            onChange={(typed) => setComment(typed.currentTarget.value)}
            error={violation('comment') ?? violation('at') ?? violation('service') ?? problem?.message}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={leave}>
              Annuler
            </Button>
            <Button type="submit" loading={busy} disabled={!decision || comment.trim() === ''}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </DialogAbove>
  );
}

export const Closing = (props: Props): ReactElement => (
  <Settling
    {...props}
    title="Classer sans l’appliquer"
    intro="Le service reste comme il est. L’événement et votre raison sont gardés."
    confirm="Classer"
    done="Événement classé"
    decision={{ how: 'closed' }}
  />
);

/** The phone's clock was wrong, or the service is another one: the agency says what counts, and why. */
export function Correcting(props: Props): ReactElement {
  const { event } = props;
  const { zone } = useLocale();
  const told = wallClock(new Date(event.createdAt), zone);
  const [typed, setTyped] = useState({ day: told.day, time: told.time, service: event.service?.id ?? null });
  const { day, time, service } = typed;
  const isTime = day !== '' && time !== '' && !dateFault('day', day) && !dateFault('time', time);
  const at = isTime && (day !== told.day || time !== told.time) ? instantAt(day, time, zone) : undefined;
  const other = service !== null && service !== event.service?.id ? service : undefined;
  return (
    <Settling
      {...props}
      title="Corriger, puis appliquer"
      intro={`Ce que le téléphone a dit (${formatMoment(event.createdAt, zone)}, transmis le ${formatMoment(event.receivedAt, zone)}) reste dans l’historique.`}
      confirm="Corriger et appliquer"
      done="Événement corrigé et appliqué"
      isTouched={day !== told.day || time !== told.time || other !== undefined}
      decision={
        isTime && (at || other) ? { how: 'applied', ...(at ? { at } : {}), ...(other ? { service: other } : {}) } : null
      }
    >
      {event.ofService && event.site === null ? (
        <ServicePicker event={event} value={service} onChange={(next) => setTyped({ ...typed, service: next })} />
      ) : null}
      <Group grow>
        <DateInput
          kind="day"
          label="Jour"
          required
          value={day}
          onChange={(next) => setTyped((before) => ({ ...before, day: next }))}
        />
        <DateInput
          kind="time"
          label="Heure"
          required
          value={time}
          onChange={(next) => setTyped((before) => ({ ...before, time: next }))}
        />
      </Group>
    </Settling>
  );
}

interface PickerProps {
  event: KeptEvent;
  value: string | null;
  onChange(service: string): void;
}

/** Those of its agent around that time first. */
function ServicePicker({ event, value, onChange }: PickerProps): ReactElement {
  const { zone } = useLocale();
  const { own, others, isRead } = useServicesAround(event, zone);
  const group = (name: string, items: typeof own) => (items.length > 0 ? [{ group: name, items: [...items] }] : []);
  return (
    <Select
      label="Service"
      placeholder={event.service ? undefined : 'Son service n’existe plus : choisissez-en un'}
      searchable
      allowDeselect={false}
      nothingFoundMessage={isRead ? 'Aucun service ces jours-là' : 'Lecture en cours…'}
      comboboxProps={{ withinPortal: false }}
      data={[
        ...group(`Services de ${event.agent?.name ?? 'ce collaborateur'}`, own),
        ...group('Autres services', others),
      ]}
      value={value}
      onChange={(next) => next && onChange(next)}
    />
  );
}
