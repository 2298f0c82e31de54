// « Publier »: what will leave, per collaborator, before it leaves; all or part, with or without telling.
import { Badge, Button, Checkbox, Collapse, Group, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { type ReactElement, useMemo, useState } from 'react';
import type { Output } from '#core/kernel/endpoint.ts';
import { channels } from '#core/kernel/notification.ts';
import { checkServices, planners } from '#core/planning/calls.ts';
import { planningReasons } from '#core/planning/notifications.ts';
import { type ChangeKind, changeKinds, versionText } from '#core/planning/publication.ts';
import { type LeavingService, previewPublication } from '#core/planning/publication-calls.ts';
import { useAct } from '#ui/client/act.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { useStore } from '#ui/client/store.ts';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { useDialogSize } from '#ui/dialog.ts';
import { plural } from '#ui/format.ts';
import { IconChevronDown, IconChevronRight } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { PublishCustomers, seenBy } from './PublishCustomers.tsx';
import classes from './PublishDialog.module.css';
import { PublishMargin } from './PublishMargin.tsx';
import { type Breach, type Breaches, knownBreaches, type PublishAsked } from './publishAsked.ts';
import { publish } from './publishing.ts';

type Preview = Output<typeof previewPublication>;
type Person = Preview['agents'][number];

interface Line {
  service: LeavingService;
  /** Null: nobody's planning changes. */
  kind: ChangeKind | null;
}

interface GroupOfLines {
  /** Null: services without a collaborator. */
  person: Person | null;
  lines: Line[];
}

const colours: Record<ChangeKind, string> = { added: 'green', moved: 'blue', removed: 'red' };

function grouped({ services, agents }: Preview): GroupOfLines[] {
  const byAgent = new Map(agents.map((person) => [person.id, { person, lines: [] as Line[] }]));
  const others: Line[] = [];
  for (const service of services) {
    if (service.changes.length === 0) others.push({ service, kind: null });
    for (const { agent, kind } of service.changes) byAgent.get(agent)?.lines.push({ service, kind });
  }
  return [...byAgent.values(), ...(others.length > 0 ? [{ person: null, lines: others }] : [])];
}

interface Props {
  asked: PublishAsked;
  onClose(): void;
}

export default function PublishDialog({ asked, onClose }: Props): ReactElement {
  const { content: _content, ...size } = useDialogSize();
  const { data, error, isFetching, refetch } = useCall(previewPublication, { input: asked });
  return (
    <DialogAbove opened onClose={onClose} title="Publier le planning" {...size} size="xl" padding="md">
      {data ? (
        <Choice preview={data} asked={asked} onClose={onClose} />
      ) : error && !isFetching ? (
        <ReadFailure
          title="Les changements n’ont pas pu être chargés"
          message={error.message}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton height={220} role="status" aria-label="Chargement des changements" />
      )}
    </DialogAbove>
  );
}

/** The checks of so many services are asked of the server. */
const mostChecked = 100;

/** Known from the planning on the screen, otherwise checked by the server; null: too many, or not checked yet. */
function useBreaches({ services }: Preview): Breaches | null {
  const known = useStore(knownBreaches);
  const { can } = useSession();
  const ids = useMemo(() => services.flatMap(({ id, after, past }) => (after && !past ? [id] : [])), [services]);
  const { data } = useCall(checkServices, {
    input: { services: ids.map((id) => ({ id })) },
    enabled: known === null && ids.length > 0 && ids.length <= mostChecked && can(planners),
  });
  return useMemo(() => {
    if (known || !data) return known;
    const found = Map.groupBy(
      data.errors,
      ({ index, agent }) => `${index === null ? '' : ids[index]} ${agent?.id ?? ''}`,
    );
    return {
      of: (service, agent) =>
        (found.get(`${service} ${agent}`) ?? []).map(({ code, level, message }) => ({
          key: `${code} ${message}`,
          refused: level === 2,
          text: message,
        })),
    };
  }, [known, data, ids]);
}

/** With few people everything is unfolded. */
const fewPeople = 6;

function Choice({ preview, asked, onClose }: { preview: Preview } & Props): ReactElement {
  const groups = useMemo(() => grouped(preview), [preview]);
  const breaches = useBreaches(preview);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const taken = preview.services.filter(({ id }) => !left.has(id));
  const ids = taken.map(({ id }) => id);
  const told = new Set(taken.flatMap(({ past, changes }) => (past ? [] : changes.map(({ agent }) => agent))));
  const reachable = preview.agents.filter(({ id, channels: by }) => told.has(id) && by.length > 0);
  const customers = seenBy(preview.customers, taken);
  const people = reachable.length + customers.reduce((sum, { told: count }) => sum + count, 0);
  const act = useAct(async (notify: boolean) => {
    await publish(ids, notify, people);
    onClose();
  });
  const choose = (services: readonly string[], chosen: boolean): void => {
    const next = new Set(left);
    for (const id of services)
      if (chosen) next.delete(id);
      else next.add(id);
    setLeft(next);
  };
  if (groups.length === 0)
    return (
      <Stack>
        <Text>Tout est déjà publié.</Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>Fermer</Button>
        </Group>
      </Stack>
    );
  const all = preview.services.map(({ id }) => id);
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" role="status">
          {plural(ids.length, 'service')} sur {all.length},{' '}
          {plural(told.size, 'collaborateur concerné', 'collaborateurs concernés')}
        </Text>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => choose(all, true)}>
            Tout
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => choose(all, false)}>
            Rien
          </Button>
        </Group>
      </Group>
      <ul className={classes.people} aria-label="Changements par collaborateur">
        {groups.map((group) => (
          <PersonLine
            key={group.person?.id ?? ''}
            group={group}
            preview={preview}
            breaches={breaches}
            left={left}
            unfolded={groups.length <= fewPeople}
            onChoose={choose}
          />
        ))}
      </ul>
      <PublishCustomers customers={customers} />
      <PublishMargin asked={asked} left={left} />
      {breaches === null && all.length > mostChecked ? (
        <Text size="xs" c="dimmed">
          Plus de {mostChecked} services : leurs anomalies se lisent sur le planning.
        </Text>
      ) : null}
      <Text size="xs" c="dimmed">
        « Publier et prévenir » envoie à chacun ses propres changements, et aux clients ceux de leurs sites, après une
        minute pendant laquelle vous pouvez encore annuler. Un service commun à plusieurs collaborateurs se publie pour
        tous.
      </Text>
      <Group justify="flex-end">
        <Button variant="subtle" onClick={onClose}>
          Fermer
        </Button>
        <Button variant="default" disabled={ids.length === 0 || act.busy} onClick={() => act.run(false)}>
          Publier
        </Button>
        <Button disabled={people === 0} loading={act.busy} onClick={() => act.run(true)} data-autofocus>
          Publier et prévenir ({people})
        </Button>
      </Group>
    </Stack>
  );
}

interface PersonProps {
  group: GroupOfLines;
  preview: Preview;
  breaches: Breaches | null;
  left: ReadonlySet<string>;
  unfolded: boolean;
  onChoose(services: readonly string[], chosen: boolean): void;
}

function PersonLine({ group, preview, breaches, left, unfolded, onChoose }: PersonProps): ReactElement {
  const { person, lines } = group;
  const breachesOf = ({ service, kind }: Line): readonly Breach[] =>
    person && kind !== 'removed' ? (breaches?.of(service.id, person.id) ?? []) : [];
  const [open, setOpen] = useState(unfolded);
  const ids = lines.map(({ service }) => service.id);
  const taken = ids.filter((id) => !left.has(id)).length;
  const name = person?.name ?? 'Sans collaborateur';
  const counts = Object.entries(changeKinds).flatMap(([kind, label]) => {
    const count = lines.filter((line) => line.kind === kind).length;
    return count > 0 ? [`${count} ${label.toLowerCase()}${count > 1 ? 's' : ''}`] : [];
  });
  const breached = lines.reduce((sum, line) => sum + breachesOf(line).length, 0);
  const Icon = open ? IconChevronDown : IconChevronRight;
  return (
    <li className={classes.person}>
      <div className={classes.head}>
        <Checkbox
          aria-label={`Publier pour ${name}`}
          checked={taken === ids.length}
          indeterminate={taken > 0 && taken < ids.length}
          onChange={() => onChoose(ids, taken < ids.length)}
        />
        <UnstyledButton className={classes.fold ?? ''} aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon size={16} aria-hidden />
          <span className={classes.name}>{name}</span>
          <span className={classes.counts}>{counts.join(', ') || plural(lines.length, 'service')}</span>
        </UnstyledButton>
        {breached > 0 && (
          <Badge color="orange" variant="light">
            {plural(breached, 'anomalie')}
          </Badge>
        )}
        {person && <span className={classes.told}>{toldText(person)}</span>}
      </div>
      <Collapse expanded={open}>
        {open && (
          <ul className={classes.lines}>
            {lines.map((line) => (
              <ServiceLine
                key={line.service.id}
                line={line}
                preview={preview}
                taken={!left.has(line.service.id)}
                breaches={breachesOf(line)}
                onChoose={(chosen) => onChoose([line.service.id], chosen)}
              />
            ))}
          </ul>
        )}
      </Collapse>
    </li>
  );
}

const listed = new Intl.ListFormat('fr');

const toldText = ({ channels: by, why }: Person): string =>
  by.length === 0
    ? `ne sera pas prévenu${why ? ` : ${planningReasons[why]}` : ''}`
    : `prévenu ${listed.format(by.map((one) => channels[one].toLowerCase()))}`;

interface LineProps {
  line: Line;
  breaches: readonly Breach[];
  preview: Preview;
  taken: boolean;
  onChoose(chosen: boolean): void;
}

function ServiceLine({ line, breaches, preview, taken, onChoose }: LineProps): ReactElement {
  const { zone } = useLocale();
  const { service, kind } = line;
  const words = { zone, siteOf: (id: string) => preview.sites.find((site) => site.id === id)?.name ?? '' };
  const [was, is] = [
    service.before && versionText(service.before, words),
    service.after && versionText(service.after, words),
  ];
  return (
    <li className={classes.line}>
      <Checkbox
        aria-label={`Publier ${service.reference}`}
        checked={taken}
        onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
      />
      <div>
        <Text size="sm" component="div">
          {kind && (
            <Badge size="sm" variant="light" color={colours[kind]} me={6}>
              {changeKinds[kind]}
            </Badge>
          )}
          {kind === 'removed' ? <s>{was}</s> : (is ?? was)}
        </Text>
        {kind === 'moved' && (
          <Text size="xs" c="dimmed">
            Avant : {was}
          </Text>
        )}
        {service.past && (
          <Text size="xs" c="dimmed">
            Passé : personne n’est prévenu
          </Text>
        )}
        {breaches.map(({ key, refused, text }) => (
          <Text key={key} size="xs" c={refused ? 'red' : 'orange'}>
            {text}
          </Text>
        ))}
      </div>
    </li>
  );
}
