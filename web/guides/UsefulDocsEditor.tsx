// « Documents utiles » of the administration: titles, texts and files, saved together (AB-030).
import { Accordion, Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { readUsefulDocs, saveUsefulDocs } from '#core/guides/guide-calls.ts';
import type { GuideFile } from '#core/guides/tutorials.ts';
import { actKey, call } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import { IconPlus, IconTrash } from '#ui/icons.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { RichTextInput } from '#ui/richtext/index.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { GuideFileInput } from './GuideFileInput.tsx';
import classes from './guides.module.css';
import { useWhole, WholeButtons } from './whole.tsx';

interface EditedFile {
  id: string;
  label: string;
  file: GuideFile | null;
}
interface EditedDoc {
  id: string;
  title: string;
  content: string;
  files: EditedFile[];
}

export default function UsefulDocsEditor({ title, description }: ScreenProps): ReactElement {
  const { data, error, refetch } = useCall(readUsefulDocs, { mount: 'platform' });
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      {error && !data ? (
        <ReadFailure
          title="Les documents n’ont pas pu être lus"
          message={error.message}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <Skeleton height={240} role="status" aria-busy="true" aria-label="Chargement" />
      ) : (
        <Editor key={data.version} read={{ value: data.usefulDocs as EditedDoc[], version: data.version }} />
      )}
    </div>
  );
}

/** Why the list cannot be saved yet; null: it can. */
export function unfinished(docs: readonly EditedDoc[]): string | null {
  if (docs.some(({ title }) => title.trim() === '')) return 'Chaque document a un titre.';
  const files = docs.flatMap((doc) => doc.files);
  return files.some(({ label, file }) => label.trim() === '' || !file?.name.trim())
    ? 'Chaque fichier a un libellé, un nom et un contenu.'
    : null;
}

function Editor({ read }: { read: { value: EditedDoc[]; version: number } }): ReactElement {
  const [open, setOpen] = useState<string | null>(null);
  const whole = useWhole(
    'usefulDocs',
    read,
    async (usefulDocs, version, key) => {
      const input = {
        usefulDocs: usefulDocs.map((doc) => ({
          ...doc,
          files: doc.files.map(({ file, ...rest }) => ({ ...rest, file: file && { id: file.id, name: file.name } })),
        })),
        version,
      };
      const saved = await call(saveUsefulDocs, { input, key });
      return { value: saved.usefulDocs as EditedDoc[], version: saved.version };
    },
    'Documents enregistrés',
  );
  const { value: docs, change } = whole;
  const put = (id: string, next: Partial<EditedDoc>): void =>
    change(docs.map((doc) => (doc.id === id ? { ...doc, ...next } : doc)));
  const add = (): void => {
    const id = actKey();
    change([...docs, { id, title: '', content: '', files: [] }]);
    setOpen(id);
  };
  return (
    <Stack inert={whole.save.busy}>
      {docs.length === 0 ? <Text c="dimmed">Aucun document pour le moment.</Text> : null}
      <Accordion value={open} onChange={setOpen} variant="separated">
        {docs.map((doc) => (
          <Accordion.Item key={doc.id} value={doc.id}>
            <Accordion.Control>{doc.title || 'Nouveau document'}</Accordion.Control>
            <Accordion.Panel>
              {open === doc.id ? (
                <DocForm
                  doc={doc}
                  onChange={(next) => put(doc.id, next)}
                  onRemove={() => change(docs.filter(({ id }) => id !== doc.id))}
                />
              ) : null}
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      <Group>
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
          Ajouter un document
        </Button>
      </Group>
      <WholeButtons whole={whole} blocked={unfinished(docs)} />
    </Stack>
  );
}

interface DocFormProps {
  doc: EditedDoc;
  onChange(next: Partial<EditedDoc>): void;
  onRemove(): void;
}

function DocForm({ doc, onChange, onRemove }: DocFormProps): ReactElement {
  const { title, content, files } = doc;
  const put = (id: string, next: Partial<EditedFile>): void =>
    onChange({ files: files.map((one) => (one.id === id ? { ...one, ...next } : one)) });
  return (
    <Stack>
      <TextInput
        label="Titre"
        required
        maxLength={200}
        value={title}
        onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
      />
      <RichTextInput
        label="Contenu"
        path="content"
        pictures={false}
        value={content}
        onChange={(next) => onChange({ content: next })}
        onBlur={() => undefined}
      />
      {files.map((one) => (
        <Stack key={one.id} gap="xs" className={classes.node ?? ''}>
          <TextInput
            label="Libellé du fichier"
            required
            maxLength={300}
            value={one.label}
            onChange={({ currentTarget }) => put(one.id, { label: currentTarget.value })}
          />
          <GuideFileInput
            file={one.file}
            onChange={(file) =>
              file ? put(one.id, { file }) : onChange({ files: files.filter(({ id }) => id !== one.id) })
            }
          />
        </Stack>
      ))}
      <Group justify="space-between">
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange({ files: [...files, { id: actKey(), label: '', file: null }] })}
        >
          Ajouter un fichier
        </Button>
        <Button
          variant="subtle"
          color="red"
          size="compact-md"
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={onRemove}
        >
          Supprimer le document
        </Button>
      </Group>
    </Stack>
  );
}
