// Signing on the spot: on this screen, in front of the agency (G-047).
import { Button, Checkbox, Group, Select, Stack, TextInput } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { contractCalls } from '#core/contracts/calls.ts';
import { contractOf } from '#core/contracts/contract.ts';
import { contractMessages } from '#core/contracts/status.ts';
import type { ContractKind } from '#core/contracts/variables.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { useAct } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { FormProblem } from '#ui/credentials/FormProblem.tsx';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { notifySuccess } from '#ui/notify.ts';
import { SignaturePad } from '#ui/SignaturePad.tsx';
import { dataAddress } from '../signing/drawing.ts';
import { inWords } from './failing.ts';
import { useSavedSignatures } from './Signatories.tsx';

interface Props {
  kind: ContractKind;
  contract: string;
  signature: { id: string; fullname: string } | null;
  onClose(): void;
}

export default function SignHere({ kind, contract, signature, onClose }: Props): ReactElement {
  const saved = useSavedSignatures(kind).filter(
    (one) => one.signature && (!signature || one.fullname === signature.fullname),
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const template =
    saved.find(({ id }) => id === (chosen ?? saved.find(({ useAsDefault }) => useAsDefault)?.id)) ?? null;
  const [typed, setFullname] = useState(signature?.fullname ?? null);
  const fullname = typed ?? template?.fullname ?? '';
  const [consent, setConsent] = useState(false);
  const [drawn, setDrawn] = useState<Promise<Blob> | null>(null);
  const [key] = useState(actKey);
  const act = useAct(async () => {
    const drawing = drawn && (await dataAddress(await drawn));
    const input = {
      ...{ id: contract, signature: signature?.id ?? null, fullname: fullname.trim(), consent: true as const },
      drawing,
      ...(drawing === null && template ? { template: template.id } : {}),
    };
    await inWords(contractMessages.signFailed, call(contractCalls[kind].sign, { input, key }));
    notifySuccess(contractMessages.signed);
    void invalidateEntity(contractOf[kind] as Entity);
    onClose();
  });
  return (
    <DialogAbove opened onClose={onClose} title="Signer sur place" centered>
      <Stack>
        <TextInput
          label="Signataire"
          required
          maxLength={120}
          readOnly={signature !== null}
          value={fullname}
          onChange={({ currentTarget }) => setFullname(currentTarget.value)}
        />
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
          <Button variant="default" onClick={onClose}>
            Annuler
          </Button>
          <Button
            loading={act.busy}
            disabled={!consent || !(drawn || template) || fullname.trim() === ''}
            onClick={() => act.run()}
          >
            Signer
          </Button>
        </Group>
      </Stack>
    </DialogAbove>
  );
}
