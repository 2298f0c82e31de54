// Signing on the spot: on this screen, in front of the agency (G-047).
import { Button, Checkbox, Group, Radio, Select, Stack, TextInput } from '@mantine/core';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { contractCalls } from '#core/contracts/calls.ts';
import { contractOf } from '#core/contracts/contract.ts';
import { contractMessages, contractStatus } from '#core/contracts/status.ts';
import type { ContractKind } from '#core/contracts/variables.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { useAct } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { FormProblem } from '#ui/credentials/FormProblem.tsx';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { documentUrl } from '#ui/files/documents.ts';
import { fetchContent } from '#ui/files/upload.ts';
import { closing } from '#ui/leaving.ts';
import { notifySuccess } from '#ui/notify.ts';
import { SignaturePad } from '#ui/SignaturePad.tsx';
import { dataAddress } from '../signing/drawing.ts';
import classes from './contracts.module.css';
import { inWords } from './failing.ts';
import { useSavedSignatures } from './Signatories.tsx';

const PdfPages = lazy(() => import('#ui/files/PdfPages.tsx'));

interface Props {
  kind: ContractKind;
  contract: string;
  /** Whom it is made with. */
  party: string;
  signature: { id: string; fullname: string } | null;
  onClose(): void;
}

type Side = 'AGENCY' | 'PARTY';

/** The very document that is signed. */
function Document({ kind, contract }: Pick<Props, 'kind' | 'contract'>): ReactElement {
  const [pdf, setPdf] = useState<Blob | null>(null);
  const read = useAct(async () => {
    const document = { endpoint: contractCalls[kind].print, params: { id: contract } };
    setPdf(pdf ? null : await fetchContent(documentUrl(document)));
  });
  return (
    <>
      <Button variant="default" loading={read.busy} aria-expanded={pdf !== null} onClick={() => read.run()}>
        {pdf ? 'Masquer le document' : 'Lire le document'}
      </Button>
      <FormProblem problem={read.problem} />
      {pdf && (
        <section aria-label="Le document" className={classes.preview}>
          <Suspense>
            <PdfPages content={pdf} onBroken={() => setPdf(null)} />
          </Suspense>
        </section>
      )}
    </>
  );
}

export default function SignHere({ kind, contract, party, signature, onClose }: Props): ReactElement {
  const [role, setRole] = useState<Side | null>(null);
  const known = useSavedSignatures(kind);
  // A saved signature serves its own person, who signs for the agency from his own account.
  const saved = known.filter(
    (one) => one.isYours && one.signature && (signature ? one.fullname === signature.fullname : role === 'AGENCY'),
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const template =
    saved.find(({ id }) => id === (chosen ?? saved.find(({ useAsDefault }) => useAsDefault)?.id)) ?? null;
  const [typed, setFullname] = useState(signature?.fullname ?? null);
  // A customer is signed for by one of its people.
  const named: Record<Side, string> = {
    AGENCY: template?.fullname ?? known[0]?.fullname ?? '',
    PARTY: kind === 'agent' ? party : '',
  };
  const fullname = typed ?? (role ? named[role] : '');
  const facing = role === 'AGENCY' ? 'PARTY' : 'AGENCY';
  const [typedOther, setOther] = useState<string | null>(null);
  const other = typedOther ?? (role ? named[facing] : '');
  const [consent, setConsent] = useState(false);
  const [drawn, setDrawn] = useState<Promise<Blob> | null>(null);
  const [key] = useState(actKey);
  const act = useAct(async () => {
    const drawing = drawn && (await dataAddress(await drawn));
    const input = {
      ...{ id: contract, signature: signature?.id ?? null, fullname: fullname.trim(), consent: true as const },
      ...(signature ? {} : { role, other: other.trim() || null }),
      drawing,
      ...(drawing === null && template ? { template: template.id } : {}),
    };
    const answer = await inWords(contractMessages.signFailed, call(contractCalls[kind].sign, { input, key }));
    const { status } = (answer as Record<string, { status?: number } | undefined>)[contractOf[kind].name] ?? {};
    notifySuccess(
      status === contractStatus.awaiting
        ? 'Signature enregistrée : le contrat attend encore une signature.'
        : contractMessages.signed,
    );
    void invalidateEntity(contractOf[kind] as Entity);
    onClose();
  });
  const isTouched = drawn !== null || typed !== (signature?.fullname ?? null) || typedOther !== null;
  const leave = closing({ isTouched, busy: act.busy, onClose });
  return (
    <DialogAbove opened onClose={leave} title="Signer sur place" centered>
      <Stack inert={act.busy}>
        <Document kind={kind} contract={contract} />
        {!signature && (
          <Radio.Group
            label="Signature de"
            required
            value={role}
            onChange={(value) => {
              setRole(value as Side);
              setFullname(null);
              setOther(null);
            }}
          >
            <Group mt={4}>
              <Radio value="AGENCY" label="L’agence" />
              <Radio value="PARTY" label={kind === 'agent' ? 'Le collaborateur' : 'Le client'} />
            </Group>
          </Radio.Group>
        )}
        <TextInput
          label="Signataire"
          required
          maxLength={120}
          readOnly={signature !== null}
          value={fullname}
          onChange={({ currentTarget }) => setFullname(currentTarget.value)}
        />
        {role && (
          <TextInput
            label={
              role === 'PARTY'
                ? 'Signera pour l’agence'
                : kind === 'agent'
                  ? 'Collaborateur qui signera'
                  : 'Signera pour le client'
            }
            description="Le contrat est signé quand les deux parties ont signé."
            maxLength={120}
            placeholder={facing === 'PARTY' ? party : ''}
            value={other}
            onChange={({ currentTarget }) => setOther(currentTarget.value)}
          />
        )}
        {saved.length > 0 && (
          <Select
            label="Signature enregistrée"
            description="Elle vaut sans dessin ; un dessin la remplace."
            data={[{ value: '', label: 'Aucune' }, ...saved.map(({ id, fullname: label }) => ({ value: id, label }))]}
            value={template?.id ?? ''}
            allowDeselect={false}
            onChange={(value) => setChosen(value ?? '')}
          />
        )}
        <SignaturePad label="Signature" disabled={act.busy} onChange={setDrawn} />
        <Checkbox
          label="Le signataire a lu le document et consent à le signer électroniquement"
          checked={consent}
          onChange={({ currentTarget }) => setConsent(currentTarget.checked)}
        />
        <FormProblem problem={act.problem} />
        <Group justify="flex-end">
          <Button variant="default" onClick={leave}>
            Annuler
          </Button>
          <Button
            loading={act.busy}
            disabled={!consent || !(drawn || template) || fullname.trim() === '' || !(signature || role)}
            onClick={() => act.run()}
          >
            Signer
          </Button>
        </Group>
      </Stack>
    </DialogAbove>
  );
}
