// Dialog with the findings of a save: each rule in a sentence with its article.
import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { consentMeans, otherCodes, type PlanningError } from '#core/planning/calls.ts';
import { useStore } from '#ui/client/store.ts';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { AnomalyGroups } from './AnomalyGroups.tsx';
import { type Anomalies, anomaliesShown, type Consent, registerHost } from './anomalies.ts';

export function AnomaliesHost(): ReactNode {
  const shown = useStore(anomaliesShown);
  // Leaving the screen cancels the open questions.
  useEffect(registerHost, []);
  return shown && <Question key={shown.number} {...shown} />;
}

const wordings = {
  save: {
    question: 'Des anomalies ont été détectées, voulez-vous modifier votre saisie ?',
    refused: 'Planification refusée',
    why: 'Une règle de votre agence interdit cette planification. Rien n’a été enregistré.',
    accept: 'Enregistrer quand même',
    back: 'Modifier la saisie',
  },
  undo: {
    question: 'L’annulation crée des anomalies, voulez-vous rétablir quand même ?',
    refused: 'Annulation refusée',
    why: 'Une règle de votre agence interdit de revenir en arrière. Rien n’a été annulé.',
    accept: 'Rétablir quand même',
    back: 'Garder le changement',
  },
  giveBack: {
    question: 'Des services reviendraient avec des anomalies, voulez-vous les rendre quand même ?',
    refused: 'Des services ne peuvent pas revenir',
    why: 'La fiche est de nouveau active, mais une règle de votre agence interdit de rendre ces services.',
    accept: 'Rendre quand même',
    back: 'Ne pas rendre ces services',
  },
} as const;

/** Names the people whom it concerns, if they are few. */
function consentLabel(errors: readonly PlanningError[]): string {
  const asked = errors.flatMap(({ code, agent }) => (code === otherCodes.shortNotice && agent ? [agent.name] : []));
  const names = [...new Set(asked)];
  if (names.length > 3) return `Accord des ${names.length} collaborateurs`;
  return `${names.length > 1 ? 'Accord des collaborateurs' : 'Accord du collaborateur'}${names.length > 0 ? ` : ${names.join(', ')}` : ''}`;
}

function Question({ asking, errors, refused, wantsConsent, answer }: Anomalies): ReactNode {
  const [means, setMeans] = useState<Consent['means']>(null);
  const missingId = useId();
  const words = wordings[asking];
  const isMissing = wantsConsent && !refused && means === null;
  return (
    <DialogAbove opened size="lg" onClose={() => answer(false)} title={refused ? words.refused : words.question}>
      <Stack>
        {refused && (
          <Alert color="red" role="alert">
            {words.why}
          </Alert>
        )}
        {asking === 'giveBack' && !refused && (
          <Text size="sm">
            La fiche est de nouveau active. Les services sans anomalie sont rendus dans les deux cas.
          </Text>
        )}
        <AnomalyGroups
          errors={errors}
          consent={
            wantsConsent &&
            !refused && (
              <Select
                mt="xs"
                label={consentLabel(errors)}
                description="Comment il a été donné ; gardé avec le service."
                placeholder="Pas encore recueilli"
                clearable
                data={Object.entries(consentMeans).map(([value, label]) => ({ value, label }))}
                value={means}
                onChange={(value) => setMeans(value as Consent['means'])}
              />
            )
          }
        />
        {isMissing && (
          <Text size="sm" c="dimmed" id={missingId}>
            Sans l’accord du collaborateur, ce changement ne peut pas être enregistré (art. 7.07.3).
          </Text>
        )}
        <Group justify="flex-end">
          {refused ? (
            <Button onClick={() => answer(false)} data-autofocus>
              {words.back}
            </Button>
          ) : (
            <>
              <Button
                variant="default"
                disabled={isMissing}
                aria-describedby={isMissing ? missingId : undefined}
                onClick={() => answer({ means: wantsConsent ? means : null })}
              >
                {words.accept}
              </Button>
              <Button onClick={() => answer(false)} data-autofocus>
                {words.back}
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </DialogAbove>
  );
}
