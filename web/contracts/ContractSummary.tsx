// The sheet of a contract: whom it waits for, its papers, and the evidence of its signatures.
import { Badge, Button, FileButton } from '@mantine/core';
import { lazy, type ReactElement, Suspense, useMemo, useState } from 'react';
import { contractCalls } from '#core/contracts/calls.ts';
import {
  type AgentContract,
  type CustomerContract,
  contractOf,
  signatoryRoles,
  signingOrders,
} from '#core/contracts/contract.ts';
import { contractRights, contractStatus, isSignedOnPaper, validSignatories } from '#core/contracts/status.ts';
import type { ContractKind } from '#core/contracts/variables.ts';

import { wallClock } from '#core/kernel/clock.ts';
import type { Entity, Row } from '#core/kernel/entity.ts';
import type { StoredFile } from '#core/kernel/field.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { signatureSteps } from '#core/signing/steps.ts';
import { useAct, useActKey } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { invalidateEntity, useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import type { SummaryProps } from '#ui/EntityDialog/extras.ts';
import { saveDocument } from '#ui/files/documents.ts';
import { openInTab } from '#ui/files/upload.ts';
import { IconDownload } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { mayAlone } from '#ui/may.ts';
import { useMove } from '#ui/moves.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import { useOpenSheet } from '#ui/shell/sheets.ts';
import { Block, Facts, LineMain, Lines, Linked, Note, Summary, type Wrong } from '../summary/parts.tsx';
import classes from './contracts.module.css';
import { beforeMove, joinPaper, paperTypes } from './moving.ts';
import { offerNotice } from './notice.ts';

const SignHere = lazy(() => import('./SignHere.tsx'));

type ContractRow = Row<typeof AgentContract> | Row<typeof CustomerContract>;
type Signature = ContractRow['signatures'][number];

function wrongsOf(row: ContractRow, reason: string | null, resend: (() => void) | null): Wrong[] {
  const left = row.signatures.filter(({ signedAtDate }) => !signedAtDate);
  if (row.stopped)
    return [
      {
        what: `Relances arrêtées : ${row.stopped.charAt(0).toLowerCase()}${row.stopped.slice(1)}`,
        ...{ remedy: 'Annulez ce contrat, ou marquez-le comme signé s’il l’est sur papier.', tone: 'orange' as const },
      },
    ];
  if (row.status === contractStatus.awaiting)
    return [
      {
        what: `En attente de ${left.map(({ fullname }) => fullname).join(', ')}`,
        ...{ remedy: 'Un renvoi remplace leur lien.', tone: 'orange' as const },
        act: resend && { label: 'Renvoyer', run: resend },
      },
    ];
  const refused = row.signatures.find(({ signInvalid }) => signInvalid);
  if (row.status === contractStatus.notSigned)
    return [
      {
        what: refused
          ? `${refused.fullname} a refusé de signer${reason ? ` : « ${reason} »` : ''}`
          : 'Non signé dans le délai',
        remedy: 'Modifiez-le, puis « Remettre à signer » et envoyez-le de nouveau.',
      },
    ];
  if (row.status === contractStatus.created && validSignatories(row).length === 0)
    return [
      {
        what: 'Aucun signataire n’a d’adresse e-mail',
        ...{ remedy: 'Ajoutez-la, ou signez sur place.', tone: 'orange' as const },
      },
    ];
  return [];
}

export default function ContractSummary({ kind, row }: SummaryProps & { kind: ContractKind }): ReactElement {
  const contract = row as unknown as ContractRow;
  const of = contractOf[kind] as Entity;
  const calls = contractCalls[kind];
  const rights = contractRights(kind);
  const session = useSession();
  const { can } = session;
  const { zone } = useLocale();
  const before = useMemo(() => beforeMove(kind), [kind]);
  const move = useMove(of, before);
  const openSheet = useOpenSheet();
  const [signing, setSigning] = useState<Signature | 'new' | null>(null);
  const { data: evidence } = useCall(calls.steps, { params: { id: row.id } });
  const moment = (at: string): string => {
    const { day, time } = wallClock(at, zone);
    return `${frenchDay(day)} à ${time}`;
  };
  const keyOf = useActKey();
  const copy = useAct(async () => {
    try {
      const made = (await call(calls.duplicate, { params: { id: row.id }, key: keyOf(row.id) })) as Record<
        string,
        { id: string }
      >;
      keyOf.renew();
      notifySuccess('Copie préparée');
      void invalidateEntity(of);
      openSheet({ entity: of.name, id: String(made[of.name]?.id) });
    } catch (error) {
      notifyProblem(error);
    }
  });
  const scan = useAct(async (file: File) => {
    try {
      await joinPaper(kind, row.id, file);
      notifySuccess('Exemplaire signé joint');
      void invalidateEntity(of, [row.id]);
    } catch (error) {
      notifyProblem(error);
    }
  });
  const party = 'agent' in contract ? contract.agent : contract.customer;
  const isCreated = contract.status === contractStatus.created;
  const isAwaiting = contract.status === contractStatus.awaiting;
  const isPaper = isSignedOnPaper(contract);
  const refusal = evidence?.steps.findLast(({ act }) => act === 'REFUSED')?.detail.reason;
  // G-015
  // The platform's staff signs for nobody.
  const isSigner = mayAlone(session, [rights.sign]);
  const maySignHere =
    isSigner && Boolean(contract.content) && (isAwaiting || (isCreated && validSignatories(row).length === 0));
  const name = contract.reference ?? contract.title;
  return (
    <>
      <Summary
        wrongs={wrongsOf(
          contract,
          typeof refusal === 'string' ? refusal : null,
          can([rights.send]) ? () => void move(row, 'resend') : null,
        )}
      >
        <Block title={of.label.one}>
          <Facts
            facts={[
              [
                kind === 'agent' ? 'Collaborateur' : 'Client',
                <Linked key="p" entity={kind} id={party.id}>
                  {party.name}
                </Linked>,
              ],
              ['Référence', contract.reference],
              [
                'Contrat commercial',
                'commercialContract' in contract && contract.commercialContract && (
                  <Linked key="c" entity="commercialContract" id={contract.commercialContract.id}>
                    {contract.commercialContract.name}
                  </Linked>
                ),
              ],
              ['Modèle', contract.template?.name],
              ['Ordre des signatures', signingOrders[contract.signingOrder]],
              ['Envoyé le', contract.dayAskSignature && moment(contract.dayAskSignature)],
              ['Liens valables jusqu’au', evidence?.expiresAt && moment(evidence.expiresAt)],
              ['Signé le', contract.signedAt && moment(contract.signedAt)],
              ['Référence de vérification', contract.signedAt && !isPaper && evidence?.code],
            ]}
          />
          <div className={classes.acts}>
            {contract.scan && (
              <Button
                size="compact-sm"
                onClick={() => void openInTab(contract.scan as StoredFile).catch(notifyProblem)}
              >
                Exemplaire papier
              </Button>
            )}
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconDownload size={16} />}
              onClick={() => void saveDocument({ endpoint: calls.print, params: { id: row.id } }, `${name}.pdf`)}
            >
              {isPaper ? 'PDF envoyé' : contract.signedAt ? 'PDF signé' : 'PDF'}
            </Button>
            {evidence && evidence.steps.length > 0 && (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconDownload size={16} />}
                onClick={() =>
                  void saveDocument({ endpoint: calls.evidence, params: { id: row.id } }, `${name}-preuve.pdf`)
                }
              >
                Dossier de preuve
              </Button>
            )}
            {isCreated && can([rights.send]) && validSignatories(row).length > 0 && contract.content && (
              <Button size="compact-sm" onClick={() => void move(row, 'send')}>
                Envoyer en signature
              </Button>
            )}
            {maySignHere && isCreated && contract.signatures.length === 0 && (
              <Button size="compact-sm" onClick={() => setSigning('new')}>
                Signer sur place
              </Button>
            )}
            {isSigner && (isAwaiting || (contract.status === contractStatus.marked && !contract.scan)) && (
              <FileButton accept={paperTypes} onChange={(file) => file && scan.run(file)}>
                {(props) => (
                  <Button {...props} size="compact-sm" variant="default" loading={scan.busy}>
                    {isAwaiting ? 'Joindre l’exemplaire signé sur papier' : 'Joindre l’exemplaire papier'}
                  </Button>
                )}
              </FileButton>
            )}
            {contract.status === contractStatus.cancelled && can([rights.edit]) && (
              <Button size="compact-sm" variant="default" onClick={() => void offerNotice(kind, [row.id])}>
                Prévenir les signataires
              </Button>
            )}
            {can([rights.sign]) && (
              <Button size="compact-sm" variant="default" loading={copy.busy} onClick={() => copy.run()}>
                Dupliquer
              </Button>
            )}
          </div>
        </Block>
        <Block title="Signataires">
          <Lines of={contract.signatures} keyOf={({ id }) => id} empty="Aucun signataire.">
            {(signature) => (
              <>
                <LineMain>
                  {signature.fullname}
                  <br />
                  <Note>{[signatoryRoles[signature.role], signature.email].filter(Boolean).join(' · ')}</Note>
                </LineMain>
                {signature.signedAtDate ? (
                  <Note>{`${signature.signManually ? 'Signé sur place' : 'Signé'} le ${moment(signature.signedAtDate)}`}</Note>
                ) : signature.signInvalid ? (
                  <Badge color="red" variant="light" tt="none">
                    Refusé
                  </Badge>
                ) : isPaper ? (
                  <Note>Signé sur papier</Note>
                ) : maySignHere ? (
                  <Button size="compact-sm" variant="default" onClick={() => setSigning(signature)}>
                    Signer sur place
                  </Button>
                ) : (
                  <Badge color="gray" variant="light" tt="none">
                    À signer
                  </Badge>
                )}
              </>
            )}
          </Lines>
        </Block>
        {evidence && evidence.steps.length > 0 && (
          <Block
            title="Preuves"
            action={
              <Badge color={evidence.intact ? 'green' : 'red'} variant="light" tt="none">
                {evidence.intact ? 'Chaîne intacte' : 'Chaîne rompue'}
              </Badge>
            }
            wide
          >
            <Lines of={evidence.steps} keyOf={({ hash }) => hash} empty="">
              {({ act, who, at, ip, detail }) => (
                <>
                  <LineMain>
                    {[
                      signatureSteps[act],
                      who,
                      typeof detail.collectedBy === 'string' && `recueilli par ${detail.collectedBy}`,
                      typeof detail.reason === 'string' && `« ${detail.reason} »`,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </LineMain>
                  <Note>{[moment(at), ip].filter(Boolean).join(' · ')}</Note>
                </>
              )}
            </Lines>
            <p className={classes.hash}>
              {`SHA-256 du document lu : ${evidence.documentHash}`}
              {evidence.signedHash && (
                <>
                  <br />
                  {`SHA-256 du document signé : ${evidence.signedHash}`}
                </>
              )}
            </p>
          </Block>
        )}
      </Summary>
      <Suspense>
        {signing && (
          <SignHere
            kind={kind}
            contract={row.id}
            party={party.name}
            signature={signing === 'new' ? null : signing}
            onClose={() => setSigning(null)}
          />
        )}
      </Suspense>
    </>
  );
}
