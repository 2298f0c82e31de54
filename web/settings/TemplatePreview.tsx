// Preview of a mail's text while typing.
import { Alert, Card, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Agency } from '#core/agencies/agency.ts';
import {
  type TemplateVariable,
  templateVariables,
  unknownVariable,
  unknownVariables,
} from '#core/agencies/templates.ts';
import { type ReminderWords, reminderText } from '#core/agents/reminders.ts';
import { flatFields, valueAt } from '#core/kernel/entity.ts';
import {
  examplesOf,
  type MailKind,
  mailKindAt,
  mailKinds,
  messageOf,
  subjectOf,
  variablesOf,
} from '#core/mail/words.ts';
import type { BelowProps } from '#ui/EntityDialog/extras.ts';

const messages = flatFields(Agency.fields).filter(
  ([path]) => path.endsWith('.emailMessage') && mailKindAt(path) !== undefined,
);

/** The parts of the settings that have words of mails. */
export const mailSections = [...new Set(messages.flatMap(([, { section }]) => section ?? []))];

const reminder = '• Carte professionnelle n° CAR-006-2026-12-15-20130012345 : expire le 15/12/2026 (dans 30 jours).';

interface Preview {
  subject: string;
  text: string;
  unknown: string[];
  /** Nothing typed: these are the product's. */
  isUsual: boolean;
}

/** A variable of another kind is filled in with nothing: it is told like an unknown one. */
const strangeIn = (kind: MailKind, text: string): string[] => [
  ...unknownVariables(text),
  ...(Object.keys(templateVariables) as TemplateVariable[]).filter(
    (name) => !variablesOf(kind).includes(name) && new RegExp(`\\{\\s*${name}\\s*\\}`).test(text),
  ),
];

/** The reminder mail has three texts and a list; the other mails have their message only. */
function previewOf(kind: MailKind, values: BelowProps['values'], name: string): Preview {
  const { emailSubject, emailMessage, header, footer } = (valueAt(values, mailKinds[kind].group) ?? {}) as Partial<
    Record<'emailSubject' | 'emailMessage' | 'header' | 'footer', string | null>
  >;
  const words = { ...examplesOf(kind), ...(name ? { agence: name } : {}) };
  const own = { subject: emailSubject ?? null, message: emailMessage ?? null };
  const isUsual = !own.subject?.trim() && !own.message?.trim();
  const subject = subjectOf(kind, own, words);
  if (kind !== 'expiration')
    return {
      ...{ subject, text: messageOf(kind, own, words), isUsual },
      unknown: strangeIn(kind, `${own.subject ?? ''}\n${own.message ?? ''}`),
    };
  const texts: ReminderWords = { header: header ?? null, message: own.message, footer: footer ?? null };
  return {
    subject: subject || `${name} : une échéance à suivre`,
    text: reminderText(texts, [reminder], words).join('\n\n'),
    unknown: strangeIn(kind, [own.subject, ...Object.values(texts)].join('\n')),
    isUsual,
  };
}

export function TemplatePreview({ section, values }: BelowProps): ReactNode {
  const name = String(values.name ?? '');
  const written = messages.filter(([, field]) => field.section === section);
  if (written.length === 0) return null;
  return (
    <Stack gap="xs" mt="md">
      <Text size="sm" fw={600}>
        Aperçu des e-mails
      </Text>
      {written.map(([path, field]) => {
        const kind = mailKindAt(path) as MailKind;
        const { subject, text, unknown, isUsual } = previewOf(kind, values, name);
        return (
          <Card key={path} withBorder padding="sm" role="group" aria-label={`Aperçu : ${field.label}`}>
            <Text size="xs" c="dimmed">
              {`${mailKinds[kind].label}${isUsual ? ' · texte usuel' : ''}`}
            </Text>
            <Text size="sm" fw={600}>
              {subject}
            </Text>
            <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
              {text}
            </Text>
            {unknown.length > 0 && (
              <Alert mt="xs" color="orange" variant="light">
                {unknownVariable} : {unknown.map((one) => `{${one}}`).join(', ')}
              </Alert>
            )}
          </Card>
        );
      })}
    </Stack>
  );
}
