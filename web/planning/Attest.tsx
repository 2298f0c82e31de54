// « Déclarer réalisé »: services that nobody clocked count after all, with a reason.
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { attestServices } from '#core/planning/lifecycle-calls.ts';
import { Service } from '#core/planning/service.ts';
import { missed } from '#core/planning/status.ts';
import { actKey, call } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import type { PartProps } from '#ui/EntityDialog/extras.ts';
import { plural } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { askToLeave, type Leaving, useLeaving } from '#ui/leaving.ts';
import type { AnyRow } from '#ui/moves.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import { serviceTitle } from './serviceExtras.tsx';

const shown = 8;

interface Props {
  rows: readonly AnyRow[];
  onDone(): void;
  onCancel(): void;
}

interface FormProps extends Props {
  leaving: Leaving;
}

function Form({ rows, leaving, onDone, onCancel }: FormProps): ReactNode {
  const { zone } = useLocale();
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  // A retry of the same request is answered as the first one was.
  const [key] = useState(actKey);
  const done = rows.filter(({ status }) => status === missed);
  const others = rows.length - done.length;
  const send = async (): Promise<void> => {
    setAsked(true);
    if (reason.trim() === '') return;
    setBusy(true);
    try {
      await call(attestServices, { input: { reason, services: done.map(({ id }) => id) }, key });
      void invalidateEntity(Service);
      notifySuccess(done.length > 1 ? `${done.length} services déclarés réalisés` : 'Service déclaré réalisé');
      leaving.dirty.current = false;
      onDone();
    } catch (problem) {
      notifyProblem(problem);
    }
    setBusy(false);
  };
  if (done.length === 0) return <Text>Aucun de ces services n’est « Non réalisé ».</Text>;
  return (
    <Stack inert={busy}>
      <Text>
        Personne n’a pointé {done.length > 1 ? 'ces services' : 'ce service'}. Déclaré réalisé, il compte dans les
        heures, la paie et la facturation, aux heures planifiées. « Corriger » les rectifie ensuite.
      </Text>
      {rows.length > 1 && (
        <Stack gap={2}>
          {done.slice(0, shown).map((row) => (
            <Text key={row.id} size="sm">
              {serviceTitle(row, zone)}
            </Text>
          ))}
          {done.length > shown && (
            <Text size="sm" c="dimmed">
              et {plural(done.length - shown, 'autre')}
            </Text>
          )}
        </Stack>
      )}
      {others > 0 && (
        <Text size="sm" c="dimmed">
          {others > 1 ? `${others} autres services ne sont pas concernés.` : 'Un autre service n’est pas concerné.'}
        </Text>
      )}
      <Textarea
        label="Motif"
        description="Conservé dans l’historique."
        placeholder="Téléphone oublié, présence confirmée par le client…"
        required
        maxLength={500}
        autosize
        minRows={2}
        value={reason}
        error={asked && reason.trim() === '' ? 'Obligatoire' : null}
        onChange={(event) => {
          leaving.dirty.current = event.currentTarget.value.trim() !== '';
          setReason(event.currentTarget.value);
        }}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          Annuler
        </Button>
        <Button loading={busy} onClick={() => void send()}>
          Déclarer réalisé
        </Button>
      </Group>
    </Stack>
  );
}

export function AttestDialog(props: Props): ReactNode {
  const leaving = useLeaving(props.onCancel);
  return (
    <DialogAbove opened onClose={leaving.ask} title="Déclarer réalisé" size="lg">
      <Form {...props} leaving={leaving} onCancel={leaving.ask} />
    </DialogAbove>
  );
}

/** Part of the service dialog. */
export default function AttestPart({ row, mayLeave, onClose }: PartProps): ReactNode {
  const leaving = useLeaving(onClose);
  mayLeave.current = async () => !leaving.dirty.current || askToLeave();
  return <Form rows={[row]} leaving={leaving} onDone={onClose} onCancel={onClose} />;
}
