// « Tutoriels » of the administration: the tree of categories with their videos and documents, saved together (AB-020..AB-022).
import { ActionIcon, Button, Collapse, Group, MultiSelect, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { readTutorials, saveTutorials } from '#core/guides/guide-calls.ts';
import { webAddressFault } from '#core/guides/texts.ts';
import { deepestCategory, type TutorialRole, tutorialRoles } from '#core/guides/tutorials.ts';
import { offeredRights } from '#core/rights.ts';
import { actKey, call } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import { IconArrowDown, IconArrowUp, IconChevronDown, IconChevronRight, IconPlus, IconTrash } from '#ui/icons.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { GuideFileInput } from './GuideFileInput.tsx';
import classes from './guides.module.css';
import { changed, type EditedCategory, type EditedDocument, moved, newCategory, unfinished } from './tree.ts';
import { useWhole, WholeButtons } from './whole.tsx';

export default function TutorialsEditor({ title, description }: ScreenProps): ReactElement {
  const { data, error, refetch } = useCall(readTutorials, { mount: 'platform' });
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      {error && !data ? (
        <ReadFailure
          title="Les tutoriels n’ont pas pu être lus"
          message={error.message}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <Skeleton height={240} role="status" aria-busy="true" aria-label="Chargement" />
      ) : (
        <Editor
          key={data.version}
          read={{ value: data.tutorials as unknown as EditedCategory[], version: data.version }}
        />
      )}
    </div>
  );
}

type Sent = Omit<EditedCategory, 'documents' | 'children'> & { documents: object[]; children: Sent[] };
const sentOf = (tree: readonly EditedCategory[]): Sent[] =>
  tree.map((category) => ({
    ...category,
    src: category.src.trim(),
    documents: category.documents.map(({ file, ...document }) => ({
      ...document,
      file: file && { id: file.id, name: file.name },
    })),
    children: sentOf(category.children),
  }));

function Editor({ read }: { read: { value: EditedCategory[]; version: number } }): ReactElement {
  const whole = useWhole(
    'tutorials',
    read,
    async (tutorials, version, key) => {
      const saved = await call(saveTutorials, { input: { tutorials: sentOf(tutorials), version }, key });
      return { value: saved.tutorials as unknown as EditedCategory[], version: saved.version };
    },
    'Tutoriels enregistrés',
  );
  const { value: tree, change } = whole;
  const [open, setOpen] = useState<string | null>(null);
  const add = (): void => {
    const made = newCategory(actKey());
    change([...tree, made]);
    setOpen(made.id);
  };
  return (
    <Stack inert={whole.save.busy}>
      {tree.length === 0 ? <Text c="dimmed">Aucun tutoriel pour le moment.</Text> : null}
      <Branch tree={tree} whole={tree} depth={1} open={open} onOpen={setOpen} onChange={change} />
      <Group>
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
          Ajouter une catégorie
        </Button>
      </Group>
      <WholeButtons whole={whole} blocked={unfinished(tree, webAddressFault)} />
    </Stack>
  );
}

interface BranchProps {
  tree: readonly EditedCategory[];
  whole: readonly EditedCategory[];
  depth: number;
  open: string | null;
  onOpen(id: string | null): void;
  onChange(whole: EditedCategory[]): void;
}

function Branch({ tree, whole, depth, open, onOpen, onChange }: BranchProps): ReactElement {
  return (
    <ul className={classes.branch}>
      {tree.map((category) => {
        const { id, label, children } = category;
        const name = label || 'Nouvelle catégorie';
        const isOpen = open === id;
        const put = (next: Partial<EditedCategory>): void =>
          onChange(changed(whole, id, (one) => ({ ...one, ...next })));
        return (
          <li key={id} className={classes.node}>
            <Group justify="space-between" wrap="nowrap">
              <Button
                variant="subtle"
                color="gray"
                px={4}
                aria-expanded={isOpen}
                leftSection={
                  isOpen ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />
                }
                onClick={() => onOpen(isOpen ? null : id)}
              >
                {name}
              </Button>
              <Group gap={4} wrap="nowrap">
                {([-1, 1] as const).map((by) => (
                  <ActionIcon
                    key={by}
                    variant="subtle"
                    color="gray"
                    aria-label={`${by < 0 ? 'Monter' : 'Descendre'} : ${name}`}
                    onClick={() => onChange(moved(whole, id, by))}
                  >
                    {by < 0 ? <IconArrowUp size={16} aria-hidden /> : <IconArrowDown size={16} aria-hidden />}
                  </ActionIcon>
                ))}
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={`Supprimer : ${name}`}
                  onClick={() => onChange(changed(whole, id, () => null))}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </Group>
            </Group>
            <Collapse expanded={isOpen}>
              {isOpen ? (
                <CategoryForm
                  category={category}
                  onChange={put}
                  onAdd={
                    depth < deepestCategory
                      ? () => {
                          const made = newCategory(actKey());
                          put({ children: [...children, made] });
                          onOpen(made.id);
                        }
                      : null
                  }
                />
              ) : null}
            </Collapse>
            {children.length > 0 ? (
              <Branch tree={children} whole={whole} depth={depth + 1} open={open} onOpen={onOpen} onChange={onChange} />
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

interface CategoryFormProps {
  category: EditedCategory;
  onChange(next: Partial<EditedCategory>): void;
  /** Null: no deeper level. */
  onAdd: (() => void) | null;
}

function CategoryForm({ category, onChange, onAdd }: CategoryFormProps): ReactElement {
  const { label, src, documents } = category;
  const fault = src === '' ? null : webAddressFault(src.trim());
  const put = (id: string, next: Partial<EditedDocument>): void =>
    onChange({ documents: documents.map((one) => (one.id === id ? { ...one, ...next } : one)) });
  return (
    <Stack pl="lg" pb="md">
      <TextInput
        label="Libellé"
        required
        maxLength={200}
        value={label}
        onChange={({ currentTarget }) => onChange({ label: currentTarget.value })}
      />
      <TextInput
        label="Lien de la vidéo"
        required
        type="url"
        placeholder="https://"
        value={src}
        error={fault}
        onChange={({ currentTarget }) => onChange({ src: currentTarget.value })}
      />
      <Limits limits={category} onChange={onChange} />
      {documents.map((document) => (
        <Stack key={document.id} gap="xs" className={classes.node ?? ''}>
          <TextInput
            label="Libellé du document"
            required
            maxLength={300}
            value={document.label}
            onChange={({ currentTarget }) => put(document.id, { label: currentTarget.value })}
          />
          <GuideFileInput
            file={document.file}
            onChange={(file) =>
              file
                ? put(document.id, { file })
                : onChange({ documents: documents.filter(({ id }) => id !== document.id) })
            }
          />
          <Limits limits={document} onChange={(next) => put(document.id, next)} />
        </Stack>
      ))}
      <Group>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() =>
            onChange({
              documents: [...documents, { ...{ id: actKey(), label: '', file: null, roles: [], isGranted: [] } }],
            })
          }
        >
          Ajouter un document
        </Button>
        {onAdd ? (
          <Button variant="default" size="compact-md" leftSection={<IconPlus size={14} aria-hidden />} onClick={onAdd}>
            Ajouter une sous-catégorie
          </Button>
        ) : null}
      </Group>
    </Stack>
  );
}

const roles = Object.entries(tutorialRoles).map(([value, label]) => ({ value, label }));
const rights = offeredRights.map(({ key, label, area }) => ({ value: key, label: `${area} : ${label}` }));

interface LimitsProps {
  limits: { roles: TutorialRole[]; isGranted: string[] };
  onChange(next: { roles?: TutorialRole[]; isGranted?: string[] }): void;
}

/** C-060 */
const Limits = ({ limits, onChange }: LimitsProps): ReactElement => (
  <div className={classes.filters}>
    <MultiSelect
      label="Rôles"
      placeholder={limits.roles.length > 0 ? '' : 'Tous'}
      data={roles}
      value={limits.roles}
      onChange={(next) => onChange({ roles: next as TutorialRole[] })}
    />
    <MultiSelect
      label="Droits (l’un d’eux suffit)"
      placeholder={limits.isGranted.length > 0 ? '' : 'Aucun demandé'}
      data={rights}
      value={limits.isGranted}
      searchable
      limit={50}
      nothingFoundMessage="Aucun droit"
      onChange={(isGranted) => onChange({ isGranted })}
    />
  </div>
);
