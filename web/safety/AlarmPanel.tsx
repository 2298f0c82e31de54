// One alarm: who, where, how to call, what happened so far, and what to do about it.
import { Anchor, Badge, Button, Drawer, Group, Select, Stack, Text, Textarea, Title } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import {
  type AlarmAct,
  type ChosenOutcome,
  isPlausible,
  logActs,
  offeredActs,
  outcomes,
  outcomesFor,
} from '#core/safety/alarm.ts';
import { Alarm } from '#core/safety/alarm-record.ts';
import { type AlarmDetails, actOnAlarm } from '#core/safety/calls.ts';
import { tourWords } from '#core/safety/tour.ts';
import { useAct, useActKey } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { maintenance } from '#ui/client/connection.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { useStore } from '#ui/client/store.ts';
import { useMaximised } from '#ui/dialog.ts';
import { useTextDraft } from '#ui/drafts.ts';
import { formatMoment } from '#ui/format.ts';
import { IconPhoneCall } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { PlaceMap } from '#ui/Map/index.tsx';
import { notifySuccess } from '#ui/notify.ts';
import { RecordLink } from '#ui/shell/RecordLink.tsx';
import { telOf } from '#ui/tel.ts';
import { DrillBadge, StateBadge } from './badges.tsx';
import classes from './safety.module.css';
import { titleOf } from './words.ts';

/** An alarm is answered during a maintenance too (decision 103): above its cover, otherwise where drawers and lists are. */
const useLayer = (): { panel: number; list: number } =>
  useStore(maintenance) === null ? { panel: 200, list: 300 } : { panel: 920, list: 930 };

export function AlarmPanel({ alarm, onClose }: { alarm: AlarmDetails; onClose(): void }): ReactElement {
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={useMaximised() ? '100%' : 'md'}
      title={titleOf(alarm)}
      withOverlay={false}
      lockScroll={false}
      trapFocus={false}
      zIndex={useLayer().panel}
    >
      <AlarmBody alarm={alarm} onClosed={onClose} />
    </Drawer>
  );
}

interface AlarmBodyProps {
  alarm: AlarmDetails;
  /** This person closed the alarm. */
  onClosed?: (() => void) | undefined;
}

export function AlarmBody({ alarm, onClosed }: AlarmBodyProps): ReactElement {
  const { zone } = useLocale();
  const { agent, site, service, tour, location, createdAt, receivedAt, outcome } = alarm;
  const isLate = Date.parse(receivedAt) - Date.parse(createdAt) > 120_000 && isPlausible(createdAt, receivedAt);
  return (
    <Stack gap="lg">
      <Group gap="xs">
        <StateBadge state={alarm.state} />
        {alarm.drill ? <DrillBadge /> : null}
        {outcome ? <Badge variant="light">{outcomes[outcome]}</Badge> : null}
      </Group>
      <section aria-label="Personne et lieu">
        <Text fw={600}>
          <RecordLink entity="agent" id={agent.id}>
            {agent.name}
          </RecordLink>
        </Text>
        <Group gap="xs" my="xs">
          {agent.phones.map((phone) => (
            <Button
              key={phone}
              component="a"
              href={telOf(phone)}
              leftSection={<IconPhoneCall size={16} aria-hidden />}
              aria-label={`Appeler ${agent.name} au ${phone}`}
            >
              {phone}
            </Button>
          ))}
          {agent.phones.length === 0 ? (
            <Text size="sm" c="dimmed">
              Aucun téléphone visible
            </Text>
          ) : null}
        </Group>
        <Text>{alarm.description}</Text>
        <Text size="sm" c="dimmed">
          Reçue {formatMoment(receivedAt, zone)}
          {isLate ? `, heure du téléphone : ${formatMoment(createdAt, zone)}` : ''}
        </Text>
        {tour ? <Text>{tourWords(tour)}</Text> : null}
        {site ? (
          <Text>
            {tour ? 'Départ de la tournée : ' : null}
            <RecordLink entity="site" id={site.id}>
              {[site.name, site.city].filter(Boolean).join(' · ')}
            </RecordLink>
          </Text>
        ) : (
          <Text c="dimmed">Site inconnu : le service n’existe plus.</Text>
        )}
        {service ? (
          <Text size="sm">
            {[
              service.postTitle,
              `${formatMoment(service.startAt, zone)} – ${formatMoment(service.endAt, zone).slice(-5)}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        ) : null}
      </section>
      {location || site?.location ? (
        <section aria-label="Position">
          <PlaceMap
            label="Position de l’alerte"
            centre={location ?? site?.location ?? { latitude: 0, longitude: 0 }}
            location={
              location ? { latitude: location.latitude, longitude: location.longitude } : (site?.location ?? null)
            }
          />
          <Text size="sm" c="dimmed">
            {location
              ? `${location.at ? 'Dernière position connue du téléphone' : 'Position du téléphone'}${location.at ? `, ${formatMoment(location.at, zone)}` : ''}${location.accuracy ? `, à ${Math.round(location.accuracy)} m près` : ''}.`
              : `Le téléphone n’a pas donné de position : voici ${tour ? 'le départ de la tournée' : 'le site'}.`}
          </Text>
          <Coordinates of={location ?? site?.location ?? null} />
        </section>
      ) : null}
      <Answer key={alarm.id} alarm={alarm} onClosed={onClosed} />
      <section aria-label="Suivi">
        <Title order={3} mb="xs">
          Suivi
        </Title>
        <ol className={classes.log}>
          {alarm.log.map(({ id, at, act, who, content }) => (
            <li key={id}>
              <Text size="sm" c="dimmed" component="span">
                {formatMoment(at, zone)}
              </Text>{' '}
              {[logActs[act], who].filter(Boolean).join(' : ')}
              {content ? ` (${content})` : ''}
            </li>
          ))}
        </ol>
      </section>
    </Stack>
  );
}

/** To say on the telephone to the rescue, or to open in the phone's own map. */
function Coordinates({ of }: { of: { latitude: number; longitude: number } | null }): ReactElement | null {
  if (!of) return null;
  const [latitude, longitude] = [of.latitude.toFixed(5), of.longitude.toFixed(5)];
  return (
    <Text size="sm">
      {`${latitude.replace('.', ',')} ; ${longitude.replace('.', ',')} · `}
      <Anchor
        href={`https://www.openstreetmap.org/directions?to=${latitude}%2C${longitude}`}
        target="_blank"
        rel="noreferrer"
        underline="always"
      >
        Itinéraire
      </Anchor>
    </Text>
  );
}

function Answer({ alarm, onClosed }: AlarmBodyProps): ReactElement | null {
  const { can, user } = useSession();
  const { list } = useLayer();
  const isHolder = alarm.state === 'TAKEN' && alarm.takenBy === `${user.firstname} ${user.lastname}`;
  const { text: comment, type, clear } = useTextDraft(`alarm.${alarm.id}`);
  const offered = outcomesFor(alarm.drill);
  const [outcome, setOutcome] = useState<ChosenOutcome | null>(offered.length === 1 ? (offered[0] ?? null) : null);
  const keyOf = useActKey();
  const answering = useAct(async (act: AlarmAct) => {
    const input = {
      act,
      ...(comment.trim() ? { comment: comment.trim() } : {}),
      ...(act === 'close' && outcome ? { outcome } : {}),
    };
    await call(actOnAlarm, { params: { id: alarm.id }, input, key: keyOf(input) });
    keyOf.renew();
    clear(comment);
    notifySuccess(done[act]);
    await invalidateEntity(Alarm, [alarm.id]);
    if (act === 'close') onClosed?.();
  });
  if (!can(['readSupervision'])) return null;
  const acts = offeredActs(alarm.state);
  const button = (act: AlarmAct, label: string, more: object = {}): ReactElement | null =>
    acts.includes(act) ? (
      <Button loading={answering.busy} onClick={() => answering.run(act)} {...more}>
        {label}
      </Button>
    ) : null;
  return (
    <section aria-label="Répondre">
      <Stack gap="sm">
        <Group gap="xs">
          {button('acknowledge', 'J’ai vu', { variant: 'default' })}
          {isHolder ? null : button('take', alarm.state === 'TAKEN' ? 'Reprendre en charge' : 'Prendre en charge')}
        </Group>
        <Textarea
          label="Commentaire"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={2_000}
          value={comment}
          error={answering.problem?.message}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
        {button('comment', 'Ajouter le commentaire', { variant: 'default', disabled: comment.trim() === '' })}
        {acts.includes('close') ? (
          <Group gap="xs" align="end">
            <Select
              label="Issue"
              placeholder="Choisir"
              comboboxProps={{ zIndex: list }}
              data={offered.map((value) => ({ value, label: outcomes[value] }))}
              value={outcome}
              onChange={(next) => setOutcome(next as ChosenOutcome | null)}
              allowDeselect={false}
            />
            {button('close', 'Clore', { color: 'red', disabled: outcome === null })}
          </Group>
        ) : null}
      </Stack>
    </section>
  );
}

const done: Record<AlarmAct, string> = {
  acknowledge: 'Alerte vue',
  take: 'Vous prenez cette alerte en charge',
  comment: 'Commentaire ajouté',
  close: 'Alerte close',
};
