// One watched service beside the list: call, replace, write, note, and what happened so far.
import { Badge, Button, Checkbox, Drawer, Group, SegmentedControl, Stack, Text, Textarea, Title } from '@mantine/core';
import { type FormEvent, type ReactElement, useState } from 'react';
import type { Presence } from '#core/home/posts.ts';
import { messageAgents, noteService, type WatchedService } from '#core/home/supervision.ts';
import { planningReasons } from '#core/planning/notifications.ts';
import { Service } from '#core/planning/service.ts';
import { isOver, serviceStatus } from '#core/planning/status.ts';
import { useAct, useActKey } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { useMaximised } from '#ui/dialog.ts';
import { useTextDraft } from '#ui/drafts.ts';
import { formatMoment, plural } from '#ui/format.ts';
import { IconMessageCircle, IconNote, IconPhoneCall, IconReplace } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { StatusBadge } from '#ui/kinds.tsx';
import { notifySuccess, notifyWarning } from '#ui/notify.ts';
import { RecordLink } from '#ui/shell/RecordLink.tsx';
import { telOf } from '#ui/tel.ts';
import { coverAsked } from '../planning/cover.ts';
import { Timeline } from '../planning/lifecycle/Timeline.tsx';
import classes from './Supervision.module.css';
import { placeOf } from './watched.ts';

interface Props {
  service: WatchedService;
  onClose(): void;
}

const presences: Record<Presence, { label: string; colour: string }> = {
  held: { label: 'Sur place', colour: 'green' },
  expected: { label: 'Attendu', colour: 'gray' },
  absent: { label: 'Pas arrivé', colour: 'red' },
  left: { label: 'Parti', colour: 'orange' },
};

export function Panel({ service, onClose }: Props): ReactElement {
  const { zone } = useLocale();
  const { can } = useSession();
  const { id, startAt, endAt, status, agents, missing } = service;
  const replaceable = can(['editService']) && !isOver(status);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={useMaximised() ? '100%' : 'md'}
      title={placeOf(service)}
      // The rest of the supervision stays usable beside it.
      withOverlay={false}
      lockScroll={false}
      trapFocus={false}
    >
      <Stack gap="lg">
        <Group justify="space-between" gap="xs">
          <Text size="sm">{`${formatMoment(startAt, zone)} – ${formatMoment(endAt, zone).slice(-5)}`}</Text>
          <StatusBadge machine={serviceStatus} code={status} />
          <RecordLink entity="service" id={id}>
            Ouvrir la fiche
          </RecordLink>
        </Group>
        <section aria-label="Collaborateurs">
          <ul className={classes.persons}>
            {agents.map((agent) => (
              <li key={agent.id} className={classes.person}>
                <span>
                  <RecordLink entity="agent" id={agent.id}>
                    {agent.name}
                  </RecordLink>
                  <Badge color={presences[agent.presence].colour} variant="light" size="sm" tt="none" ml="xs">
                    {presences[agent.presence].label}
                  </Badge>
                </span>
                <Group gap="xs">
                  {agent.phones.map((phone) => (
                    <Button
                      key={phone}
                      component="a"
                      href={telOf(phone)}
                      size="compact-md"
                      variant="light"
                      leftSection={<IconPhoneCall size={16} aria-hidden />}
                      aria-label={`Appeler ${agent.name} au ${phone}`}
                    >
                      {phone}
                    </Button>
                  ))}
                  {agent.phones.length === 0 && can(['readAgentPhone']) ? (
                    <Text size="sm" c="dimmed">
                      Aucun téléphone
                    </Text>
                  ) : null}
                  {replaceable ? (
                    <Button
                      size="compact-md"
                      variant="default"
                      leftSection={<IconReplace size={16} aria-hidden />}
                      aria-label={`Remplacer ${agent.name}`}
                      onClick={() => coverAsked.set({ service: id, agent: agent.id })}
                    >
                      Remplacer
                    </Button>
                  ) : null}
                </Group>
              </li>
            ))}
            {missing > 0 ? (
              <li className={classes.person}>
                <Text c="red">{missing === 1 ? 'Un poste vide' : `${missing} postes vides`}</Text>
                {replaceable ? (
                  <Button size="compact-md" onClick={() => coverAsked.set({ service: id, agent: null })}>
                    Trouver un collaborateur
                  </Button>
                ) : null}
              </li>
            ) : null}
          </ul>
        </section>
        <Writing key={id} service={service} />
        <section aria-label="Déroulé">
          <Title order={3} mb="xs">
            Déroulé
          </Title>
          <Timeline service={id} mount="agency" />
        </section>
      </Stack>
    </Drawer>
  );
}

const ways = [
  { value: 'note', label: 'Note interne' },
  { value: 'message', label: 'Message' },
] as const;
type Way = (typeof ways)[number]['value'];

/** Unsent text stays on the device, also when another service is opened. */
function Writing({ service: { id, agents } }: { service: WatchedService }): ReactElement {
  const [way, setWay] = useState<Way>('note');
  const { text, type, clear } = useTextDraft(`supervision.${id}`);
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set());
  const to = agents.filter((agent) => !skipped.has(agent.id));
  const keyOf = useActKey();
  const sending = useAct(async () => {
    if (way === 'note') {
      const input = { content: text };
      await call(noteService, { params: { id }, input, key: keyOf(input) });
      notifySuccess('Note ajoutée au déroulé');
    } else {
      const input = { content: text, agents: to.map((agent) => agent.id) };
      const { told, missed } = await call(messageAgents, { params: { id }, input, key: keyOf(input) });
      notifySuccess(`Message envoyé à ${plural(told, 'personne')}`);
      if (missed.length > 0)
        notifyWarning(
          missed.length === 1 ? '1 personne non jointe' : `${missed.length} personnes non jointes`,
          missed.map(({ name, why }) => `${name} : ${planningReasons[why]}`).join('\n'),
        );
    }
    keyOf.renew();
    clear(text);
    await invalidateEntity(Service, [id]);
  });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() !== '') sending.run();
  };
  const isMessage = way === 'message';
  return (
    <form onSubmit={send} className={classes.writing}>
      {agents.length > 0 ? (
        <SegmentedControl
          aria-label="Écrire"
          data={[...ways]}
          value={way}
          onChange={(next) => setWay(next as Way)}
          fullWidth
        />
      ) : null}
      {isMessage
        ? agents.map((agent) => (
            <Checkbox
              key={agent.id}
              label={agent.name}
              checked={!skipped.has(agent.id)}
              onChange={({ currentTarget: { checked } }) => {
                const next = new Set(skipped);
                if (checked) next.delete(agent.id);
                else next.add(agent.id);
                setSkipped(next);
              }}
            />
          ))
        : null}
      <Textarea
        label={isMessage ? 'Message aux collaborateurs' : 'Note'}
        description={
          isMessage ? 'Reçu dans l’application ou par e-mail, selon leur choix.' : 'Lue par l’agence seulement.'
        }
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2_000}
        value={text}
        error={sending.problem?.message}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Button
        type="submit"
        variant={isMessage ? 'filled' : 'default'}
        loading={sending.busy}
        disabled={text.trim() === '' || (isMessage && to.length === 0)}
        leftSection={isMessage ? <IconMessageCircle size={16} aria-hidden /> : <IconNote size={16} aria-hidden />}
      >
        {isMessage ? 'Envoyer' : 'Noter'}
      </Button>
    </form>
  );
}
