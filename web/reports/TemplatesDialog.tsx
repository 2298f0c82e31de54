// « Modèles »: the sections and fields of a report, as the agency wants them.
import { ActionIcon, Button, Checkbox, Group, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { fetchReportTemplates, saveReportTemplate } from '#core/reports/calls.ts';
import {
  type AnswerKind,
  answerKinds,
  type Template,
  type TemplateField,
  type TemplateSection,
} from '#core/reports/template.ts';
import { type ReportType, reportLabels, reportTemplates, type TemplateKey } from '#core/reports/types.ts';
import { useAct, useActKey } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import { useFreshCall } from '#ui/client/fresh.ts';
import { queryClient } from '#ui/client/queries.tsx';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { useMaximised } from '#ui/dialog.ts';
import { IconArrowUp, IconPlus, IconTrash } from '#ui/icons.ts';
import { type Leaving, useLeaving } from '#ui/leaving.ts';
import { notifySuccess } from '#ui/notify.ts';
import { Answer } from '../summary/parts.tsx';
import classes from './reports.module.css';

interface Props {
  type: ReportType;
  onClose(): void;
}

export default function TemplatesDialog({ type, onClose }: Props): ReactElement {
  const asked = useFreshCall(fetchReportTemplates);
  const fullScreen = useMaximised();
  const [key, setKey] = useState<TemplateKey>('STANDARD');
  const leaving = useLeaving(onClose);
  return (
    <DialogAbove
      opened
      onClose={leaving.ask}
      title={`Modèles : ${reportLabels[type].toLowerCase()}`}
      size="xl"
      fullScreen={fullScreen}
      centered
      closeOnClickOutside={false}
    >
      <Answer of={asked}>
        {({ templates }) => {
          const template = (templates as Template[]).find((one) => one.type === type && one.key === key);
          return (
            <Stack>
              <SegmentedControl
                aria-label="Modèle"
                value={key}
                onChange={(value) => leaving.before(() => setKey(value as TemplateKey))}
                data={Object.entries(reportTemplates).map(([value, label]) => ({ value, label }))}
              />
              {template && <Editor key={key} template={template} leaving={leaving} onClose={onClose} />}
            </Stack>
          );
        }}
      </Answer>
    </DialogAbove>
  );
}

const replaced = <T,>(list: readonly T[], at: number, next: T | null): T[] =>
  list.flatMap((one, index) => (index === at ? (next === null ? [] : [next]) : [one]));
const raised = <T,>(list: readonly T[], at: number): T[] =>
  at === 0 ? [...list] : replaced(replaced(list, at - 1, list[at] as T), at, list[at - 1] as T);

const newField = (): TemplateField => ({
  key: `f${actKey().replaceAll('-', '').slice(-12)}`,
  ...{ label: '', kind: 'text', required: false },
});

interface EditorProps {
  template: Template;
  leaving: Leaving;
  onClose(): void;
}

function Editor({ template, leaving, onClose }: EditorProps): ReactElement {
  const { type, key } = template;
  // A refresh behind the form changes neither.
  const [edition] = useState(template.edition);
  const [sections, setSections] = useState<readonly TemplateSection[]>(template.sections);
  const put = (next: readonly TemplateSection[]): void => {
    leaving.dirty.current = true;
    setSections(next);
  };
  const keyOf = useActKey();
  const save = useAct(async (next: readonly TemplateSection[] | null) => {
    const input = { type, key, sections: next, edition };
    await call(saveReportTemplate, { input, key: keyOf(input) });
    notifySuccess('Modèle enregistré : il vaut pour les prochains rapports');
    void queryClient.invalidateQueries();
    onClose();
  });
  const change = (at: number, next: TemplateSection | null): void => put(replaced(sections, at, next));
  return (
    <Stack inert={save.busy}>
      {sections.map((section, at) => (
        <section key={section.fields[0]?.key ?? at} className={classes.section} aria-label={section.title}>
          <Group wrap="nowrap" align="end">
            <TextInput
              label="Section"
              value={section.title}
              maxLength={80}
              flex={1}
              onChange={(event) => change(at, { ...section, title: event.currentTarget.value })}
            />
            <ActionIcon
              variant="default"
              size="lg"
              disabled={at === 0}
              aria-label={`Monter la section ${section.title}`}
              onClick={() => put(raised(sections, at))}
            >
              <IconArrowUp size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="default"
              size="lg"
              disabled={sections.length === 1}
              aria-label={`Retirer la section ${section.title}`}
              onClick={() => change(at, null)}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Group>
          <FieldLines section={section} onChange={(fields) => change(at, { ...section, fields })} />
        </section>
      ))}
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => put([...sections, { title: 'Nouvelle section', fields: [newField()] }])}
        >
          Section
        </Button>
      </Group>
      {save.problem && <Text c="red">{save.problem.message}</Text>}
      <Text size="sm" c="dimmed">
        Les rapports déjà commencés gardent leur modèle.
      </Text>
      <Group justify="flex-end">
        {edition > 0 && (
          <Button variant="subtle" disabled={save.busy} onClick={() => save.run(null)}>
            Rétablir le modèle d’origine
          </Button>
        )}
        <Button variant="default" onClick={leaving.ask}>
          Annuler
        </Button>
        <Button loading={save.busy} onClick={() => save.run(sections)}>
          Enregistrer
        </Button>
      </Group>
    </Stack>
  );
}

function FieldLines({
  section: { title, fields },
  onChange,
}: {
  section: TemplateSection;
  onChange(fields: TemplateField[]): void;
}): ReactElement {
  return (
    <>
      {fields.map((field, at) => {
        const put = (more: Partial<TemplateField>): void => onChange(replaced(fields, at, { ...field, ...more }));
        return (
          <div key={field.key} className={classes.field}>
            <TextInput
              aria-label={`Champ ${at + 1} de ${title}`}
              placeholder="Libellé"
              value={field.label}
              maxLength={160}
              onChange={(event) => put({ label: event.currentTarget.value })}
            />
            <Select
              aria-label={`Type du champ ${field.label}`}
              allowDeselect={false}
              value={field.kind}
              onChange={(kind) => put({ kind: kind as AnswerKind })}
              data={Object.entries(answerKinds).map(([value, label]) => ({ value, label }))}
            />
            <Checkbox
              label="Obligatoire"
              checked={field.required}
              onChange={(event) => put({ required: event.currentTarget.checked })}
            />
            <ActionIcon.Group>
              <ActionIcon
                variant="default"
                disabled={at === 0}
                aria-label={`Monter ${field.label}`}
                onClick={() => onChange(raised(fields, at))}
              >
                <IconArrowUp size={14} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="default"
                disabled={fields.length === 1}
                aria-label={`Retirer ${field.label}`}
                onClick={() => onChange(replaced(fields, at, null))}
              >
                <IconTrash size={14} aria-hidden />
              </ActionIcon>
            </ActionIcon.Group>
          </div>
        );
      })}
      <Group>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...fields, newField()])}
        >
          Champ
        </Button>
      </Group>
    </>
  );
}
