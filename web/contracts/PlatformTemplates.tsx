// The platform's templates (G-039): a new agency starts with a copy of each, the others may take one.
import { Button, Group, SegmentedControl, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { signingOrders } from '#core/contracts/contract.ts';
import { type PlatformTemplate, platformContractCalls } from '#core/contracts/platform-calls.ts';
import type { ContractKind } from '#core/contracts/variables.ts';
import { Problem } from '#core/kernel/problem.ts';
import { useAct } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import { confirm } from '#ui/confirm.tsx';
import { FormProblem } from '#ui/credentials/FormProblem.tsx';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { formatMoment } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { askToLeave } from '#ui/leaving.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { RichTextInput } from '#ui/richtext/index.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { LineMain, Lines, Note } from '../summary/parts.tsx';
import { PdfPreview, TextVariables } from './TypedText.tsx';

export default function PlatformTemplates({ title, description }: ScreenProps): ReactElement {
  const { zone } = useLocale();
  const [kind, setKind] = useState<ContractKind>('agent');
  const [open, setOpen] = useState<PlatformTemplate | 'new' | null>(null);
  const { data, error, refetch } = useCall(platformContractCalls[kind].list);
  const remove = async ({ id, title: name }: PlatformTemplate): Promise<void> => {
    const agreed = await confirm({
      title: `Retirer « ${name} » ?`,
      message: 'Les nouvelles agences ne le reçoivent plus. Celles qui l’ont gardent leur copie.',
      ...{ confirmLabel: 'Retirer', danger: true },
    });
    if (!agreed) return;
    try {
      await call(platformContractCalls[kind].remove, { params: { id }, key: actKey() });
      notifySuccess('Modèle retiré');
    } catch (problem) {
      notifyProblem(problem);
    }
    void refetch();
  };
  return (
    <Stack>
      <PageHeader title={title} description={description} />
      <Group justify="space-between">
        <SegmentedControl
          aria-label="Type de contrat"
          value={kind}
          onChange={(value) => setKind(value as ContractKind)}
          data={[
            { value: 'agent', label: 'Collaborateurs' },
            { value: 'customer', label: 'Clients' },
          ]}
        />
        <Button onClick={() => setOpen('new')}>Ajouter</Button>
      </Group>
      {error && !data ? (
        <ReadFailure title="Les modèles n’ont pas pu être lus" message={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <Stack aria-busy role="status">
          <Note>Récupération des modèles.</Note>
          {[1, 2, 3].map((bone) => (
            <Skeleton key={bone} height={44} />
          ))}
        </Stack>
      ) : (
        <Lines of={data.templates} keyOf={({ id }) => id} empty="Aucun modèle.">
          {(template) => (
            <>
              <LineMain>
                {template.title}
                <br />
                <Note>{`Modifié le ${formatMoment(template.updatedAt, zone)}`}</Note>
              </LineMain>
              <Group gap="xs" wrap="nowrap">
                <Button size="compact-sm" variant="default" onClick={() => setOpen(template)}>
                  Modifier
                </Button>
                <Button size="compact-sm" variant="default" c="red" onClick={() => void remove(template)}>
                  Retirer
                </Button>
              </Group>
            </>
          )}
        </Lines>
      )}
      {open && (
        <Editor
          kind={kind}
          template={open === 'new' ? null : open}
          onClose={() => {
            setOpen(null);
            void refetch();
          }}
        />
      )}
    </Stack>
  );
}

interface EditorProps {
  kind: ContractKind;
  template: PlatformTemplate | null;
  onClose(): void;
}

function Editor({ kind, template, onClose }: EditorProps): ReactElement {
  const [title, setTitle] = useState(template?.title ?? '');
  const [signingOrder, setOrder] = useState<PlatformTemplate['signingOrder']>(template?.signingOrder ?? 'TOGETHER');
  const [content, setContent] = useState(template?.content ?? '');
  // A repetition after a lost answer is the same act; after a refusal it is another one.
  const [key, setKey] = useState(actKey);
  const save = useAct(async () => {
    const known = template ? { id: template.id, version: template.version } : {};
    const input = { ...known, title: title.trim(), signingOrder, content: content || null };
    try {
      await call(platformContractCalls[kind].save, { input, key });
    } catch (error) {
      if (error instanceof Problem) setKey(actKey());
      throw error;
    }
    notifySuccess('Modèle enregistré');
    onClose();
  });
  const isChanged =
    title !== (template?.title ?? '') ||
    content !== (template?.content ?? '') ||
    signingOrder !== (template?.signingOrder ?? 'TOGETHER');
  const leave = async (): Promise<void> => {
    if (!save.busy && (!isChanged || (await askToLeave()))) onClose();
  };
  return (
    <DialogAbove opened onClose={() => void leave()} title={template ? template.title : 'Nouveau modèle'} size="xl">
      <Stack inert={save.busy}>
        <TextInput
          label="Titre"
          required
          maxLength={200}
          value={title}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        <Select
          label="Ordre des signatures"
          data={Object.entries(signingOrders).map(([value, label]) => ({ value, label }))}
          value={signingOrder}
          allowDeselect={false}
          onChange={(value) => value && setOrder(value as PlatformTemplate['signingOrder'])}
        />
        <RichTextInput
          label="Texte"
          path="content"
          max={200_000}
          value={content}
          onChange={setContent}
          onBlur={() => undefined}
        />
        <TextVariables kind={kind} content={content} mayInsert />
        <PdfPreview endpoint={platformContractCalls[kind].preview} input={{ title: title.slice(0, 200), content }} />
        <FormProblem problem={save.problem} />
        <Group justify="flex-end">
          <Text size="sm" c="dimmed" mr="auto">
            Les agences gardent leurs copies.
          </Text>
          <Button variant="default" onClick={() => void leave()}>
            Annuler
          </Button>
          <Button loading={save.busy} disabled={title.trim() === ''} onClick={() => save.run()}>
            Enregistrer
          </Button>
        </Group>
      </Stack>
    </DialogAbove>
  );
}
