// Sends the planning by e-mail: recipients and a preview of the first message.
import {
  Button,
  Checkbox,
  Group,
  Modal,
  Paper,
  ScrollArea,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
} from '@mantine/core';
import { type ReactElement, useState } from 'react';
import {
  type PlanningReaders,
  planningReaders,
  previewPlanningMail,
  sendPlanning,
} from '#core/planning/handout-calls.ts';
import { useActKey } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { queryClient, useCall } from '#ui/client/queries.tsx';
import { useDialogSize } from '#ui/dialog.ts';
import { formatDay, formatMoment, plural } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import type { Rows } from '../chips.ts';
import type { Period } from '../periods.ts';

interface Props {
  period: Period;
  by: Rows;
  onClose(): void;
}

const readerOptions = Object.entries(planningReaders).map(([value, label]) => ({ value, label }));

export default function MailDialog({ period, by, onClose }: Props): ReactElement {
  const { content: _content, ...size } = useDialogSize();
  const { zone } = useLocale();
  const [to, setTo] = useState<PlanningReaders>(by === 'agents' ? 'agents' : 'customers');
  const input = { start: period.start, end: period.end };
  const { data, error, isPending, refetch } = useCall(previewPlanningMail, { params: { to }, input });
  // Default: agents who did not receive the current version.
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const keyOf = useActKey();
  const [busy, setBusy] = useState(false);
  const usual = new Set((data?.recipients ?? []).filter(({ isUnchanged }) => !isUnchanged).map(({ id }) => id));
  const picked = chosen ?? usual;
  const toggle = (id: string): void => {
    const next = new Set(picked);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      const asks = { params: { to }, input: { ...input, recipients: [...picked] } };
      const { asked } = await call(sendPlanning, { ...asks, key: keyOf(asks) });
      notifySuccess(`${plural(asked, 'planning part', 'plannings partent')} par e-mail`);
      await queryClient.invalidateQueries({ queryKey: [previewPlanningMail.name] });
      onClose();
    } catch (problem) {
      notifyProblem(problem);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal opened onClose={onClose} title="Envoyer le planning par e-mail" {...size} size="lg" padding="md">
      <Stack inert={busy}>
        <Text size="sm" c="dimmed">
          Chacun reçoit en PDF ses services publiés, du {formatDay(period.start)} au {formatDay(period.end)}.
        </Text>
        <SegmentedControl
          aria-label="Destinataires"
          data={readerOptions}
          value={to}
          onChange={(value) => {
            setTo(value as PlanningReaders);
            setChosen(null);
          }}
        />
        {isPending ? (
          <Skeleton height={160} aria-label="Chargement des destinataires" role="status" />
        ) : error ? (
          <ReadFailure
            title="Les destinataires n’ont pas pu être chargés"
            message={error.message}
            onRetry={() => void refetch()}
          />
        ) : (
          <>
            {data.recipients.length === 0 ? (
              <Text size="sm">
                {to === 'agents'
                  ? 'Aucun collaborateur joignable par e-mail n’a de service publié sur cette période.'
                  : 'Aucun client de cette période n’a d’interlocuteur qui reçoit les plannings.'}
              </Text>
            ) : (
              <>
                <Group gap="xs">
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => setChosen(new Set(data.recipients.map(({ id }) => id)))}
                  >
                    Tous
                  </Button>
                  <Button size="compact-sm" variant="default" onClick={() => setChosen(new Set())}>
                    Aucun
                  </Button>
                </Group>
                <Checkbox.Group
                  label={plural(picked.size, 'destinataire choisi', 'destinataires choisis')}
                  value={[...picked]}
                >
                  <ScrollArea.Autosize mah={240} mt="xs">
                    <Stack gap="xs">
                      {data.recipients.map(({ id, name, addresses, services, sentAt, isUnchanged }) => (
                        <Checkbox
                          key={id}
                          value={id}
                          label={name}
                          description={[
                            addresses.join(', '),
                            plural(services, 'service'),
                            sentAt &&
                              `${isUnchanged ? 'inchangé depuis l’envoi' : 'modifié depuis l’envoi'} du ${formatMoment(sentAt, zone)}`,
                          ]
                            .filter(Boolean)
                            .join(' · ')}
                          onChange={() => toggle(id)}
                        />
                      ))}
                    </Stack>
                  </ScrollArea.Autosize>
                </Checkbox.Group>
              </>
            )}
            {data.without.length > 0 && (
              <Text size="sm" c="dimmed">
                Sans e-mail, ou sans envoi souhaité : {data.without.join(', ')}.
              </Text>
            )}
            {data.mail && (
              <Paper withBorder p="sm" component="section" aria-label="Aperçu du premier e-mail">
                <Text size="sm" fw={600}>
                  {data.mail.subject}
                </Text>
                <Text size="sm" mt="xs" style={{ whiteSpace: 'pre-line' }}>
                  {data.mail.paragraphs.join('\n\n')}
                </Text>
              </Paper>
            )}
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Annuler
          </Button>
          <Button loading={busy} disabled={picked.size === 0} onClick={() => void send()}>
            Envoyer
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
