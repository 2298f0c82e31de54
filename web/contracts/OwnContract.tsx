// The sheet of a contract for whom it is made with: where it stands, its file, and his signature.
import { Button } from '@mantine/core';
import type { ReactElement } from 'react';
import { contractCalls } from '#core/contracts/calls.ts';
import type { AgentContract, CustomerContract } from '#core/contracts/contract.ts';
import { contractStatus, isSignedOnPaper } from '#core/contracts/status.ts';
import type { ContractKind } from '#core/contracts/variables.ts';
import { wallClock } from '#core/kernel/clock.ts';
import type { Row } from '#core/kernel/entity.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { useAct } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import type { SummaryProps } from '#ui/EntityDialog/extras.ts';
import { saveDocument } from '#ui/files/documents.ts';
import { openInTab } from '#ui/files/upload.ts';
import { IconDownload } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { notifyProblem } from '#ui/notify.ts';
import { Block, Facts, LineMain, Lines, Note, Summary } from '../summary/parts.tsx';
import classes from './contracts.module.css';

type ContractRow = Row<typeof AgentContract> | Row<typeof CustomerContract>;

export default function OwnContract({ kind, row }: SummaryProps & { kind: ContractKind }): ReactElement {
  const contract = row as unknown as ContractRow;
  const calls = contractCalls[kind];
  const { zone } = useLocale();
  const moment = (at: string): string => {
    const { day, time } = wallClock(at, zone);
    return `${frenchDay(day)} à ${time}`;
  };
  const isAwaiting = contract.status === contractStatus.awaiting;
  const missing = contract.signatures.filter(({ signedAtDate, signInvalid }) => !signedAtDate && !signInvalid);
  const sign = useAct(async () => {
    try {
      const { token } = await call(calls.claim, { params: { id: row.id }, key: actKey() });
      window.location.hash = `/signature/${kind}/${row.id}/${token}`;
    } catch (error) {
      notifyProblem(error);
    }
  });
  const isPaper = isSignedOnPaper(contract);
  const { scan } = contract;
  const name = contract.reference ?? contract.title;
  return (
    <Summary
      wrongs={
        contract.awaitsYou
          ? [
              {
                what: 'Ce contrat attend votre signature',
                ...{ remedy: 'Lisez-le, puis signez avec le code reçu par e-mail.', tone: 'orange' as const },
                act: { label: 'Lire et signer', run: () => sign.run() },
              },
            ]
          : []
      }
    >
      <Block title="Contrat">
        <Facts
          facts={[
            ['Référence', contract.reference],
            ['Envoyé le', contract.dayAskSignature && moment(contract.dayAskSignature)],
            ['Signé le', contract.signedAt && moment(contract.signedAt)],
            ['En attente de', isAwaiting && !contract.awaitsYou && missing.map(({ fullname }) => fullname).join(', ')],
          ]}
        />
        <div className={classes.acts}>
          {scan && (
            <Button size="compact-sm" onClick={() => void openInTab(scan).catch(notifyProblem)}>
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
        </div>
      </Block>
      <Block title="Signataires">
        <Lines of={contract.signatures} keyOf={({ id }) => id} empty="Aucun signataire.">
          {({ fullname, signedAtDate, signInvalid }) => (
            <>
              <LineMain>{fullname}</LineMain>
              <Note>
                {signedAtDate
                  ? `Signé le ${moment(signedAtDate)}`
                  : signInvalid
                    ? 'Refusé'
                    : isPaper
                      ? 'Signé sur papier'
                      : 'À signer'}
              </Note>
            </>
          )}
        </Lines>
      </Block>
    </Summary>
  );
}
