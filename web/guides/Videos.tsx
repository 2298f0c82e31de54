// « Tutoriels vidéos » (D-036, AB-023..AB-029): the videos, the screens that show them, and their form.
import {
  ActionIcon,
  Anchor,
  Button,
  Group,
  MultiSelect,
  Pagination,
  Skeleton,
  Stack,
  Table,
  Text,
} from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactElement, useState } from 'react';
import { listTutorialVideos, removeTutorialVideo, type TutorialVideo } from '#core/guides/video-calls.ts';
import { wallClock } from '#core/kernel/clock.ts';
import { actKey, call } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { confirm } from '#ui/confirm.tsx';
import { TypedInput } from '#ui/fields/TypedInput.tsx';
import { dash, formatMoment, plural, truncate } from '#ui/format.ts';
import { IconPencil, IconPlus, IconTrash } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { typedWay } from '#ui/kinds/typed.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import classes from './guides.module.css';
import type { Location } from './locations.ts';
import { VideoForm } from './VideoForm.tsx';

/** D-036 */
const pageSize = 25;
/** AB-028 */
const shownDescription = 100;

export interface LocatedProps extends ScreenProps {
  locations: readonly Location[];
}

interface Wanted {
  from: unknown;
  to: unknown;
  routes: readonly string[];
}

const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);

function isWanted({ createdAt, routes }: TutorialVideo, wanted: Wanted, zone: string): boolean {
  const { day } = wallClock(createdAt, zone);
  return (
    (!isDay(wanted.from) || day >= wanted.from) &&
    (!isDay(wanted.to) || day <= wanted.to) &&
    (wanted.routes.length === 0 || routes.some(({ route }) => wanted.routes.includes(route)))
  );
}

/** The first one, and how many others there are. */
const withOthers = (first: ReactElement | string, count: number): ReactElement => (
  <>
    {first}
    {count > 1 ? <Text span c="dimmed" inherit>{` + ${plural(count - 1, 'autre')}`}</Text> : null}
  </>
);

export default function Videos({ title, description, locations }: LocatedProps): ReactElement {
  const locale = useLocale();
  const { flags } = useSession();
  const [wanted, setWanted] = useState<Wanted>({ from: null, to: null, routes: [] });
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<TutorialVideo | 'new' | null>(null);
  const { data, error, refetch } = useCall(listTutorialVideos);
  const filter = (next: Partial<Wanted>): void => {
    setWanted((before) => ({ ...before, ...next }));
    setPage(1);
  };
  const found = data?.videos.filter((video) => isWanted(video, wanted, locale.zone)) ?? [];
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const shown = found.slice((Math.min(page, pages) - 1) * pageSize).slice(0, pageSize);
  const remove = async ({ id, title: name }: TutorialVideo): Promise<void> => {
    const agreed = await confirm({
      title: `Supprimer « ${name} » ?`,
      message: 'Elle disparaît de tous ses écrans. La suppression est définitive.',
      ...{ confirmLabel: 'Supprimer', danger: true },
    });
    if (!agreed) return;
    try {
      await call(removeTutorialVideo, { params: { id }, key: actKey() });
      notifySuccess('Vidéo supprimée');
    } catch (problem) {
      notifyProblem(problem);
    }
    void refetch();
  };
  const day = (name: 'from' | 'to', label: string): ReactElement => (
    <TypedInput
      {...typedWay('day', locale)}
      label={label}
      value={wanted[name]}
      onChange={(next) => filter({ [name]: next })}
    />
  );
  return (
    <div className={classes.wide}>
      <PageHeader
        title={title}
        description={description}
        action={
          flags.isAdmin ? (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen('new')}>
              Ajouter
            </Button>
          ) : null
        }
      />
      <div className={classes.filters}>
        {day('from', 'Créée depuis le')}
        {day('to', 'Créée jusqu’au')}
        <MultiSelect
          label="Emplacements"
          placeholder={wanted.routes.length > 0 ? '' : 'Tous les écrans'}
          data={locations.map(({ route, label }) => ({ value: route, label }))}
          value={[...wanted.routes]}
          onChange={(routes) => filter({ routes })}
          searchable
          clearable
          nothingFoundMessage="Aucun écran"
        />
      </div>
      {error && !data ? (
        <ReadFailure title="Les vidéos n’ont pas pu être lues" message={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <Stack aria-busy="true" role="status" aria-label="Chargement">
          {[1, 2, 3].map((bone) => (
            <Skeleton key={bone} height={44} />
          ))}
        </Stack>
      ) : shown.length === 0 ? (
        <Text c="dimmed" py="xl">
          {data.videos.length === 0 ? 'Aucune vidéo pour le moment.' : 'Aucune vidéo ne correspond à ces filtres.'}
        </Text>
      ) : (
        <Rows videos={shown} mayEdit={flags.isAdmin} onEdit={setOpen} onRemove={(video) => void remove(video)} />
      )}
      {pages > 1 ? (
        <Pagination
          total={pages}
          value={Math.min(page, pages)}
          onChange={setPage}
          getControlProps={(control) => ({ 'aria-label': control === 'next' ? 'Page suivante' : 'Page précédente' })}
        />
      ) : null}
      {open ? (
        <VideoForm
          video={open === 'new' ? null : open}
          locations={locations}
          onClose={() => {
            setOpen(null);
            void refetch();
          }}
        />
      ) : null}
    </div>
  );
}

interface RowsProps {
  videos: readonly TutorialVideo[];
  mayEdit: boolean;
  onEdit(video: TutorialVideo): void;
  onRemove(video: TutorialVideo): void;
}

function Rows({ videos, mayEdit, onEdit, onRemove }: RowsProps): ReactElement {
  const { zone } = useLocale();
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const actions = (video: TutorialVideo): ReactElement | null =>
    mayEdit ? (
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Modifier : ${video.title}`}
          onClick={() => onEdit(video)}
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={`Supprimer : ${video.title}`}
          onClick={() => onRemove(video)}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
    ) : null;
  const url = ({ urls: [first, ...others] }: TutorialVideo): ReactElement | string =>
    first
      ? withOthers(
          <Anchor href={first} target="_blank" rel="noopener noreferrer" size="sm">
            {truncate(first.replace('https://', ''), 40)}
          </Anchor>,
          others.length + 1,
        )
      : dash;
  const place = ({ routes }: TutorialVideo): ReactElement | string =>
    routes[0] ? withOthers(routes[0].label, routes.length) : dash;
  if (phone)
    return (
      <ul className={classes.list} aria-label="Vidéos">
        {videos.map((video) => (
          <li key={video.id} className={classes.line}>
            <div className={classes.main}>
              <Text fw={600}>{video.title}</Text>
              <Text size="sm">{truncate(video.description, shownDescription)}</Text>
              <Text size="sm">{url(video)}</Text>
              <Text size="sm" c="dimmed">
                {place(video)} · {formatMoment(video.createdAt, zone)}
              </Text>
            </div>
            {actions(video)}
          </li>
        ))}
      </ul>
    );
  return (
    <Table verticalSpacing="xs" aria-label="Vidéos">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Créée le</Table.Th>
          <Table.Th>Titre</Table.Th>
          <Table.Th>Description</Table.Th>
          <Table.Th>Vidéos</Table.Th>
          <Table.Th>Emplacements</Table.Th>
          {mayEdit ? <Table.Th aria-label="Actions" /> : null}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {videos.map((video) => (
          <Table.Tr key={video.id}>
            <Table.Td>{formatMoment(video.createdAt, zone)}</Table.Td>
            <Table.Td fw={600}>{video.title}</Table.Td>
            <Table.Td className={classes.main ?? ''}>{truncate(video.description, shownDescription)}</Table.Td>
            <Table.Td className={classes.url ?? ''}>{url(video)}</Table.Td>
            <Table.Td>{place(video)}</Table.Td>
            {mayEdit ? <Table.Td>{actions(video)}</Table.Td> : null}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
