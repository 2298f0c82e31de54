// Hands out the papers of many people from one PDF: it is read, a person checks whose each part is, then all leave at once.
import { Alert, Badge, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { type BatchPart, handOutDocuments, readDocumentBatch } from '#core/documents/batch.ts';
import { Document } from '#core/documents/document.ts';
import { type FoundBy, foundBy } from '#core/documents/matching.ts';
import { day, file, type Reference, ref, refs, type StoredFile, text } from '#core/kernel/field.ts';
import { Problem } from '#core/kernel/problem.ts';
import { useAct } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { useMaximised } from '#ui/dialog.ts';
import { openPreview } from '#ui/files/preview.ts';
import { formatMoment, plural } from '#ui/format.ts';
import { IconEye } from '#ui/icons.ts';
import { FieldInput } from '#ui/kinds/inputs.tsx';
import { useLocale } from '#ui/kinds/locale.ts';
import { askToLeave } from '#ui/leaving.ts';
import { notifyIncomplete, notifySuccess } from '#ui/notify.ts';
import classes from './documents.module.css';

const fields = {
  file: file('PDF', { required: true, help: 'Les papiers de toutes les personnes, l’un après l’autre.' }),
  name: text('Nom du document', { required: true, max: 150, help: 'Par exemple « Bulletin de paie de mars 2026 ».' }),
  date: day('Date du document', { width: 'half' }),
  attachedFolders: refs('Dossiers', 'documentFolder'),
  marker: text('Texte de la première page de chaque papier', {
    max: 100,
    help: 'Par exemple « Bulletin de paie ». Vide : une nouvelle personne commence un nouveau papier.',
  }),
};
const agentField = ref('Collaborateur', 'agent', { offer: { rows: 'staff' } });

interface Values extends Record<string, unknown> {
  file: StoredFile | null;
  name: string;
  date: string | null;
  attachedFolders: Reference[];
  marker: string;
}

interface Checked extends BatchPart {
  isLeft: boolean;
}

interface Read {
  pages: number;
  already: string | null;
  parts: Checked[];
}

const pagesOf = ({ from, to }: BatchPart): string => (from === to ? `Page ${from}` : `Pages ${from} à ${to}`);

const nothing: Values = { file: null, name: '', date: null, attachedFolders: [], marker: '' };

export default function HandOutDialog({ onClose }: { onClose(): void }): ReactElement {
  const [values, setValues] = useState(nothing);
  const [read, setRead] = useState<Read | null>(null);
  // What a person attributed by hand cannot be read again from the PDF.
  const [isTouched, setTouched] = useState(false);
  const leave = async (then: () => void): Promise<void> => {
    if (isTouched && !(await askToLeave())) return;
    setTouched(false);
    then();
  };
  const close = async (): Promise<void> => {
    if (!(isTouched || values !== nothing) || (await askToLeave())) onClose();
  };
  const set = (path: string, value: unknown): void => setValues((before) => ({ ...before, [path]: value }));
  const reading = useAct(async () => {
    const input = { file: { id: values.file?.id ?? '' }, ...(values.marker ? { marker: values.marker } : {}) };
    const { parts, ...rest } = await call(readDocumentBatch, { input });
    setRead({ ...rest, parts: parts.map((part) => ({ ...part, isLeft: false })) });
  });
  return (
    <DialogAbove
      opened
      onClose={() => void close()}
      title="Distribuer un PDF à plusieurs collaborateurs"
      centered
      size="xl"
      fullScreen={useMaximised()}
    >
      {read ? (
        <Check
          values={values}
          read={read}
          onRead={(next) => {
            setTouched(true);
            setRead(next);
          }}
          onBack={() => void leave(() => setRead(null))}
          onClose={onClose}
        />
      ) : (
        <Stack inert={reading.busy}>
          {Object.entries(fields).map(([path, field]) => {
            const fault = reading.violation(path);
            return (
              <FieldInput
                key={path}
                field={field}
                path={path}
                value={values[path]}
                faults={fault ? { [path]: fault } : {}}
                change={set}
                leave={() => undefined}
              />
            );
          })}
          {reading.problem && !reading.violation('file') && (
            <Text role="alert" c="red">
              {reading.problem.message}
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => void close()}>
              Annuler
            </Button>
            <Button
              loading={reading.busy}
              disabled={!values.file || String(values.name ?? '').trim() === ''}
              onClick={() => reading.run()}
            >
              Lire le PDF
            </Button>
          </Group>
        </Stack>
      )}
    </DialogAbove>
  );
}

interface CheckProps {
  values: Values;
  read: Read;
  onRead(read: Read): void;
  onBack(): void;
  onClose(): void;
}

export function Check({ values, read, onRead, onBack, onClose }: CheckProps): ReactElement {
  const { zone } = useLocale();
  const [isChecked, setChecked] = useState(false);
  const [isSecond, setSecond] = useState(read.already !== null);
  const [isAgain, setAgain] = useState(false);
  const [key] = useState(actKey);
  const chosen = read.parts.filter(({ isLeft, agent }) => !isLeft && agent);
  const open = read.parts.filter(({ isLeft, agent }) => !isLeft && !agent).length;
  const people = new Set(chosen.map(({ agent }) => agent?.id));
  const posted = chosen.flatMap(({ agent, byPost }) => (agent && byPost ? [agent.name] : []));
  const act = useAct(async () => {
    const { handed, byPost } = await call(handOutDocuments, {
      key,
      input: {
        file: { id: values.file?.id ?? '' },
        ...{ name: values.name, date: values.date || null },
        attachedFolders: values.attachedFolders.map(({ id }) => ({ id })),
        parts: chosen.map(({ from, to, agent }) => ({ from, to, agent: { id: agent?.id ?? '' } })),
        ...(isAgain ? { again: true } : {}),
      },
    }).catch((error: unknown) => {
      // Somebody else handed it out since it was read.
      if (error instanceof Problem && error.kind === 'conflict') setSecond(true);
      throw error;
    });
    const done = `${plural(handed, 'document')} à la disposition de ${plural(people.size, 'collaborateur')}`;
    if (byPost.length === 0) notifySuccess(done);
    else notifyIncomplete(`${done}. ${byPostText(byPost.map(({ name }) => name))}`, { lasts: 'answered' });
    void invalidateEntity(Document);
    onClose();
  });
  const change = (at: number, more: Partial<Checked>): void => {
    setChecked(false);
    onRead({ ...read, parts: read.parts.map((part, index) => (index === at ? { ...part, ...more } : part)) });
  };
  return (
    <Stack inert={act.busy}>
      <Group justify="space-between">
        <Text>
          {plural(read.pages, 'page')}, {plural(read.parts.length, 'papier')}
          {open > 0 && ` : ${open} à attribuer ou à laisser de côté`}
        </Text>
        {values.file && (
          <Button
            variant="default"
            leftSection={<IconEye size={16} aria-hidden />}
            onClick={() => openPreview([values.file as StoredFile])}
          >
            Voir le PDF
          </Button>
        )}
      </Group>
      {read.already && (
        <Alert color="orange" role="alert">
          Ce PDF a déjà été distribué le {formatMoment(read.already, zone)}.
        </Alert>
      )}
      <ul className={classes.parts} aria-label="Papiers trouvés">
        {read.parts.map((part, index) => (
          <PartLine key={part.from} part={part} onChange={(more) => change(index, more)} />
        ))}
      </ul>
      {posted.length > 0 && (
        <Alert color="orange" role="note">
          {byPostText(posted)}
        </Alert>
      )}
      <Checkbox
        label="J’ai vérifié à qui revient chaque papier"
        checked={isChecked}
        disabled={open > 0 || chosen.length === 0}
        onChange={({ currentTarget }) => setChecked(currentTarget.checked)}
      />
      {isSecond && (
        <Checkbox
          label="Distribuer ce PDF encore une fois"
          checked={isAgain}
          onChange={({ currentTarget }) => setAgain(currentTarget.checked)}
        />
      )}
      {act.problem && (
        <Text role="alert" c="red">
          {act.problem.message}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          Revenir
        </Button>
        <Button
          loading={act.busy}
          disabled={!isChecked || open > 0 || (isSecond && !isAgain)}
          onClick={() => act.run()}
        >
          Distribuer à {plural(people.size, 'collaborateur')}
        </Button>
      </Group>
    </Stack>
  );
}

/** The first ones are enough to know whom. */
const mostNames = 10;

const byPostText = (names: readonly string[]): string => {
  const all = [...new Set(names)];
  const more = all.length > mostNames ? ` et ${plural(all.length - mostNames, 'autre')}` : '';
  return `À envoyer par courrier, faute d’accès à l’application : ${all.slice(0, mostNames).join(', ')}${more}.`;
};

const sheets = { INACTIVE: 'Inactif', ARCHIVED: 'Archivé', DELETED: 'Fiche supprimée' } as const;

function PartLine({ part, onChange }: { part: Checked; onChange(more: Partial<Checked>): void }): ReactElement {
  const { agent, by, candidates, excerpt, isLeft, sheet } = part;
  return (
    <li className={classes.part} data-open={(!agent && !isLeft) || undefined}>
      <div className={classes.found}>
        <Group gap="xs">
          <strong>{pagesOf(part)}</strong>
          {by ? (
            <Badge variant="light" tt="none" color={by === 'NAME' ? 'blue' : 'green'}>
              {foundBy[by as FoundBy]}
            </Badge>
          ) : (
            <Badge variant="light" tt="none" color="orange">
              {candidates.length > 0
                ? `${candidates.length > 1 ? 'Plusieurs noms' : 'À choisir'} : ${candidates.map(({ name }) => name).join(', ')}`
                : 'Personne à choisir'}
            </Badge>
          )}
          {part.byPost && (
            <Badge variant="light" tt="none" color="orange">
              À envoyer par courrier
            </Badge>
          )}
          {sheet && (
            <Badge variant="light" tt="none" color="gray">
              {sheets[sheet]}
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed" lineClamp={1}>
          {excerpt || 'Aucun texte sur cette page'}
        </Text>
      </div>
      <FieldInput
        field={agentField}
        path={`agent-${part.from}`}
        value={agent}
        faults={{}}
        change={(_path, value) =>
          onChange({ agent: value as Reference | null, by: null, sheet: null, byPost: false, isLeft: false })
        }
        leave={() => undefined}
      />
      <Checkbox
        label="Laisser de côté"
        checked={isLeft}
        onChange={({ currentTarget }) => onChange({ isLeft: currentTarget.checked })}
      />
    </li>
  );
}
