// A mail's text as its reader will see it, while it is typed.
import { Alert, Card, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Agency } from '#core/agencies/agency.ts';
import { filledIn, templateVariables, unknownVariable, unknownVariables } from '#core/agencies/templates.ts';
import { flatFields, valueAt } from '#core/kernel/entity.ts';
import type { BelowProps } from '#ui/EntityDialog/extras.ts';

const messages = flatFields(Agency.fields).filter(([path]) => path.endsWith('.emailMessage'));

const example = (agency: string): Record<keyof typeof templateVariables, string> => ({
  agence: agency,
  destinataire: templateVariables.destinataire.example,
  document: templateVariables.document.example,
  date: templateVariables.date.example,
});

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
        const text = String(valueAt(values, path));
        const unknown = unknownVariables(text);
        return (
          <Card key={path} withBorder padding="sm" role="group" aria-label={`Aperçu : ${field.label}`}>
            <Text size="xs" c="dimmed">
              {field.label}
            </Text>
            <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
              {filledIn(text, example(name))}
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
