// The sheet of an entry: what happened, its findings, and everything that was written about it.

import { Badge, Button, Text } from '@mantine/core';
import { lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import type { Reference, StoredFile } from '#core/kernel/field.ts';
import { messages } from '#core/kernel/problem.ts';
import { entryKinds, fetchEventVersions, logbookMessages, saveEvent, withdrawEvent } from '#core/logbook/calls.ts';
import { logCategories } from '#core/logbook/categories.ts';
import { eventStates, LogEvent } from '#core/logbook/event.ts';
import { typeOf } from '#core/logbook/types.ts';
import { Service } from '#core/planning/service.ts';
import type { Right } from '#core/rights.ts';
import { actKey, call } from '#ui/client/call.ts';
import { invalidateEntity, useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { confirm } from '#ui/confirm.tsx';
import type { SummaryProps } from '#ui/EntityDialog/extras.ts';
import { Photos } from '#ui/files/Photos.tsx';
import { formatMoment } from '#ui/format.ts';
import { IconPencil, IconPlus, IconTrash } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { may } from '#ui/may.ts';
import { notifySuccess } from '#ui/notify.ts';
import { receiptOf } from '../planning/lifecycle/receipt.ts';
import { Answer, Block, Facts, Lines, LinkButton, Linked, Summary } from '../summary/parts.tsx';
import classes from './logbook.module.css';
import { type Finding, type LogRow, saidOf } from './said.ts';

const EntryDialog = lazy(() => import('./EntryDialog.tsx'));
const ServiceRoundDialog = lazy(() => import('../rounds/ServiceRoundDialog.tsx'));

const linked = (entity: string, to: Reference | null): ReactNode =>
  to && (
    <Linked entity={entity} id={to.id}>
      {to.name}
    </Linked>
  );

async function withdraw(id: string): Promise<void> {
  const key = actKey();
  const sure = await confirm({
    title: 'Retirer la main courante',
    message: 'Elle reste dans la chaîne, marquée comme retirée, et le client ne la voit plus.',
    confirmLabel: 'Retirer',
    danger: true,
    asks: { label: 'Motif du retrait', max: 500 },
    act: async (reason) => {
      await call(withdrawEvent, { params: { id }, input: { reason: reason || null }, key });
    },
  });
  if (!sure) return;
  notifySuccess('Main courante retirée');
  await invalidateEntity(LogEvent);
}

/** Nothing is erased: the withdrawal is an entry of the chain. */
async function withdrawFinding(event: LogRow, finding: Finding): Promise<void> {
  const key = actKey();
  const sure = await confirm({
    title: 'Retirer la constatation',
    message: 'Elle reste dans la chaîne, marquée comme retirée.',
    confirmLabel: 'Retirer',
    danger: true,
    act: async () => {
      const input = { ...saidOf(event), eventMessages: [{ uuid: finding.id, withdrawn: true as const }] };
      await call(saveEvent, { input, key });
    },
  });
  if (!sure) return;
  notifySuccess('Constatation retirée');
  await invalidateEntity(LogEvent);
}

export default function EventSummary({ row }: SummaryProps): ReactElement {
  const event = row as unknown as LogRow;
  const { zone } = useLocale();
  const { scope, can } = useSession();
  const [writing, setWriting] = useState<'correction' | 'finding' | Finding | null>(null);
  const restricted = typeOf(Number(event.type.id))?.restricted ?? false;
  const open = event.state !== 'WITHDRAWN' && !restricted;
  const mayWrite = open && scope === 'agency' && can(['editServiceEvent']);
  return (
    <>
      <Summary
        wrongs={event.state === 'WITHDRAWN' ? [{ what: 'Cette main courante est retirée', tone: 'orange' }] : []}
      >
        <Block title={event.label}>
          <Text className={classes.text ?? ''} {...(event.description ? {} : { c: 'dimmed' })} mb="sm">
            {event.description ?? messages.noDescription}
          </Text>
          <Facts
            facts={[
              ['Date', [formatMoment(event.createdAt, zone), receiptOf(event, zone)].filter(Boolean).join(', ')],
              ['Catégorie', logCategories[event.type.typeKey]],
              ['Précision', event.subType],
              ['Site', linked('site', event.site)],
              ['Service', linked('service', event.service)],
              ['Ronde', event.serviceRoundExecution && <Pass key="pass" of={event.serviceRoundExecution} />],
              [
                'Point de contrôle',
                scope === 'agency' ? linked('checkpoint', event.roundCheckpoint) : event.roundCheckpoint?.name,
              ],
              ['Auteur', event.author],
              ['État', eventStates[event.state]],
              ['Référence', event.reference],
              ['Client', scope === 'agency' && (event.customerShow ? 'Visible par le client' : 'Réservée à l’agence')],
              ['Position', event.location && `${event.location.latitude}, ${event.location.longitude}`],
            ]}
          />
          {restricted && <Text c="dimmed">{logbookMessages.restricted}</Text>}
          {mayWrite && (
            <div className={classes.acts}>
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconPencil size={14} aria-hidden />}
                onClick={() => setWriting('correction')}
              >
                Corriger
              </Button>
              {can(withdrawEvent.mounts.agency as readonly Right[]) && (
                <Button
                  size="compact-sm"
                  variant="default"
                  leftSection={<IconTrash size={14} aria-hidden />}
                  onClick={() => void withdraw(event.id)}
                >
                  Retirer
                </Button>
              )}
            </div>
          )}
        </Block>
        <Block
          title="Constatations"
          action={
            mayWrite && (
              <Button
                size="compact-sm"
                variant="subtle"
                leftSection={<IconPlus size={14} aria-hidden />}
                onClick={() => setWriting('finding')}
              >
                Constatation
              </Button>
            )
          }
        >
          <Findings event={event} mayWrite={mayWrite} onCorrect={setWriting} />
        </Block>
        {scope === 'agency' && <Versions id={event.id} />}
      </Summary>
      {writing && (
        <Suspense>
          <EntryDialog
            event={event}
            {...(typeof writing === 'object' ? { what: 'finding', finding: writing } : { what: writing })}
            onClose={() => setWriting(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** « Ronde de nuit, 17/11/2026 02:10 »: opens the round of the service, with this pass. */
function Pass({ of }: { of: NonNullable<LogRow['serviceRoundExecution']> }): ReactNode {
  const { zone } = useLocale();
  const [opened, setOpened] = useState(false);
  const words = `${of.name}, ${formatMoment(of.startedAt, zone)}`;
  if (!may(useSession(), Service, 'read')) return words;
  return (
    <>
      <LinkButton onClick={() => setOpened(true)}>{words}</LinkButton>
      {opened && (
        <Suspense>
          <ServiceRoundDialog id={of.serviceRound} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}

interface FindingsProps {
  event: LogRow;
  mayWrite: boolean;
  onCorrect(finding: Finding): void;
}

function Findings({ event, mayWrite, onCorrect }: FindingsProps): ReactElement {
  const { zone } = useLocale();
  return (
    <Lines of={event.eventMessages} keyOf={({ id }) => id} empty="Aucune constatation.">
      {(finding) => (
        <div className={classes.entry} data-state={finding.state}>
          <div className={classes.about}>
            <Text size="sm" c="dimmed">
              {[formatMoment(finding.createdAt, zone), finding.author].filter(Boolean).join(' · ')}
            </Text>
            {finding.state !== 'RECORDED' && <StateBadge state={finding.state} />}
          </div>
          {finding.content && <div className={classes.text}>{finding.content}</div>}
          <Photos files={finding.attachments as StoredFile[]} />
          {mayWrite && finding.state !== 'WITHDRAWN' && (
            <div className={classes.acts}>
              <Button size="compact-xs" variant="subtle" onClick={() => onCorrect(finding)}>
                Corriger la constatation
              </Button>
              <Button size="compact-xs" variant="subtle" onClick={() => void withdrawFinding(event, finding)}>
                Retirer la constatation
              </Button>
            </div>
          )}
        </div>
      )}
    </Lines>
  );
}

export const StateBadge = ({ state }: { state: keyof typeof eventStates }): ReactElement => (
  <Badge size="sm" tt="none" variant="light" color={state === 'WITHDRAWN' ? 'orange' : 'blue'}>
    {eventStates[state]}
  </Badge>
);

/** The chain itself: nothing that was written is lost. */
function Versions({ id }: { id: string }): ReactElement {
  const { zone } = useLocale();
  const asked = useCall(fetchEventVersions, { params: { id } });
  return (
    <Block title="Ce qui a été écrit">
      <Answer of={asked}>
        {({ versions }) => (
          <Lines of={versions} keyOf={(one) => one.id} empty="">
            {({ kind, at, author, reason, content, position, hash }) => (
              <div>
                <strong>{entryKinds[kind]}</strong>{' '}
                <Text span size="sm" c="dimmed">
                  {[formatMoment(at, zone), author].filter(Boolean).join(' · ')}
                </Text>
                {reason && <div>Motif : {reason}</div>}
                {content === null ? (
                  <Text c="dimmed">Contenu effacé</Text>
                ) : (
                  <div className={classes.text}>{String(content.description ?? content.text ?? '')}</div>
                )}
                <div className={classes.hash} title="Empreinte de la chaîne du site">
                  n° {position} · {hash.slice(0, 16)}…
                </div>
              </div>
            )}
          </Lines>
        )}
      </Answer>
    </Block>
  );
}
