// Preview of a mail's text while typing.
import { Alert, Card, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Agency } from '#core/agencies/agency.ts';
import { filledIn, templateVariables, unknownVariable, unknownVariables } from '#core/agencies/templates.ts';
import { type ReminderWords, reminderText } from '#core/agents/reminders.ts';
import { flatFields, valueAt } from '#core/kernel/entity.ts';
import type { BelowProps } from '#ui/EntityDialog/extras.ts';

const messages = flatFields(Agency.fields).filter(([path]) => path.endsWith('.emailMessage'));

const example = (agency: string): Record<keyof typeof templateVariables, string> => ({
  agence: agency,
  destinataire: templateVariables.destinataire.example,
  document: templateVariables.document.example,
  date: templateVariables.date.example,
});

const reminded = 'agentExpirationSettings';
const reminder = '• Carte professionnelle n° CAR-006-2026-12-15-20130012345 : expire le 15/12/2026 (dans 30 jours).';

/** The reminder mail has three texts and a list; the other mails have their message only. */
function previewOf(path: string, values: BelowProps['values'], name: string): { text: string; unknown: string[] } {
  const words = example(name);
  const message = String(valueAt(values, path) ?? '');
  if (!path.startsWith(`${reminded}.`)) return { text: filledIn(message, words), unknown: unknownVariables(message) };
  const { header, footer } = (valueAt(values, reminded) ?? {}) as Partial<ReminderWords>;
  const texts = { header: header ?? null, message, footer: footer ?? null };
  return {
    text: reminderText(texts, [reminder], { ...words, document: 'Expirations' }).join('\n\n'),
    unknown: unknownVariables(Object.values(texts).join('\n')),
  };
}

export function TemplatePreview({ section, values }: BelowProps): ReactNode {
  const name = String(values.name ?? '');
  const written = messages.filter(([path, field]) => field.section === section && valueAt(values, path));
  if (written.length === 0) return null;
  return (
    <Stack gap="xs" mt="md">
      <Text size="sm" fw={600}>
        Aperçu
      </Text>
      {written.map(([path, field]) => {
        const { text, unknown } = previewOf(path, values, name);
        return (
          <Card key={path} withBorder padding="sm" role="group" aria-label={`Aperçu : ${field.label}`}>
            <Text size="xs" c="dimmed">
              {field.label}
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
