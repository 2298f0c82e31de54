// Dialog with the findings of a save: each rule in a sentence with its article.
import { Alert, Badge, Button, Group, List, Select, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { consentMeans } from '#core/planning/calls.ts';
import { useStore } from '#ui/client/store.ts';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { plural } from '#ui/format.ts';
import { type Anomalies, anomaliesShown, type Consent, registerHost } from './anomalies.ts';

/** Further ones are only counted. */
const mostShown = 12;

export function AnomaliesHost(): ReactNode {
  const shown = useStore(anomaliesShown);
  // Leaving the screen cancels the open questions.
  useEffect(registerHost, []);
  return shown && <Question key={shown.number} {...shown} />;
}

function Question({ errors, refused, wantsConsent, answer }: Anomalies): ReactNode {
  const [means, setMeans] = useState<Consent['means']>(null);
  // A series may repeat a sentence without a date.
  const lines = new Map(errors.map((error) => [[error.level, error.agent?.id, error.message].join(), error]));
  const ordered = [...lines.values()].sort((one, other) => other.level - one.level);
  return (
    <DialogAbove
      opened
      size="lg"
      onClose={() => answer(false)}
      title={refused ? 'Planification refusée' : 'Des anomalies ont été détectées, voulez-vous modifier votre saisie ?'}
    >
      <Stack>
        {refused && (
          <Alert color="red" role="alert">
            Une règle de votre agence interdit cette planification. Rien n’a été enregistré.
          </Alert>
        )}
        <List spacing="sm" size="sm" listStyleType="none" ps={0}>
          {ordered.slice(0, mostShown).map((error, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
            <List.Item key={index}>
              <Group gap="xs" wrap="nowrap" align="baseline">
                <Badge color={error.level === 2 ? 'red' : 'orange'} variant="light" size="sm" miw="7.5rem">
                  {error.level === 2 ? 'Interdit' : 'Avertissement'}
                </Badge>
                <Text size="sm">
                  {error.agent ? <b>{error.agent.name} : </b> : null}
                  {error.message}
                </Text>
              </Group>
            </List.Item>
          ))}
        </List>
        {ordered.length > mostShown && (
          <Text size="sm" c="dimmed">
            et {plural(ordered.length - mostShown, 'autre anomalie', 'autres anomalies')}
          </Text>
        )}
        {wantsConsent && !refused && (
          <Select
            label="Accord du collaborateur"
            description="Comment il l’a donné ; gardé avec le service."
            placeholder="Pas encore recueilli"
            clearable
            data={Object.entries(consentMeans).map(([value, label]) => ({ value, label }))}
            value={means}
            onChange={(value) => setMeans(value as Consent['means'])}
          />
        )}
        <Group justify="flex-end">
          {refused ? (
            <Button onClick={() => answer(false)} data-autofocus>
              Modifier la saisie
            </Button>
          ) : (
            <>
              <Button variant="default" onClick={() => answer({ means: wantsConsent ? means : null })}>
                Enregistrer quand même
              </Button>
              <Button onClick={() => answer(false)} data-autofocus>
                Modifier la saisie
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </DialogAbove>
  );
}
