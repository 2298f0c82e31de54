// What the house does not know of an agent, and the decision against the rules, with its reason.
import { Alert, Checkbox, NumberInput, Radio, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { decideTransfer, type JudgedPerson } from '#core/transfer/calls.ts';
import { StaffTransfer } from '#core/transfer/transfer.ts';
import { ActFooter } from '#ui/ActFooter.tsx';
import { useAct } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { askToLeave } from '#ui/leaving.ts';
import { notifySuccess } from '#ui/notify.ts';

interface Props {
  transfer: string;
  person: JudgedPerson;
  onClose(): void;
  onDone(): void;
}

const asText = (value: boolean | null): string => (value === null ? '' : value ? 'yes' : 'no');
const asAnswer = (value: string): boolean | null => (value === '' ? null : value === 'yes');

interface AskProps {
  label: string;
  value: boolean | null;
  words?: readonly [yes: string, no: string];
  onChange(value: boolean | null): void;
}

const Ask = ({ label, value, words = ['Oui', 'Non'], onChange }: AskProps): ReactElement => (
  <div>
    <Text size="sm" fw={500} mb={4}>
      {label}
    </Text>
    <SegmentedControl
      aria-label={label}
      size="xs"
      value={asText(value)}
      onChange={(next) => onChange(asAnswer(next))}
      data={[
        { value: '', label: 'Non dit' },
        { value: 'yes', label: words[0] },
        { value: 'no', label: words[1] },
      ]}
    />
  </div>
);

export default function DecideDialog({ transfer, person, onClose, onDone }: Props): ReactElement {
  const [declared, setDeclared] = useState(person.declared);
  const [decision, setDecision] = useState<JudgedPerson['decision']>(person.decision);
  const [reason, setReason] = useState(person.reason ?? '');
  const [key] = useState(actKey);
  const set = (more: Partial<JudgedPerson['declared']>): void => setDeclared((before) => ({ ...before, ...more }));
  const act = useAct(async () => {
    const input = { agent: person.agent.id, declared, decision, reason: decision === null ? null : reason };
    await call(decideTransfer, { params: { id: transfer }, input, key });
    notifySuccess('Appréciation enregistrée');
    void invalidateEntity(StaffTransfer, [transfer]);
    onDone();
    onClose();
  });
  const isReplacement = person.conditions.some(
    ({ code, figure }) => code === 'contract' && figure.startsWith('CDD de remplacement'),
  );
  const isTouched =
    reason !== (person.reason ?? '') ||
    decision !== person.decision ||
    JSON.stringify(declared) !== JSON.stringify(person.declared);
  const leave = async (): Promise<void> => {
    if (!act.busy && (!isTouched || (await askToLeave()))) onClose();
  };
  return (
    <DialogAbove opened onClose={() => void leave()} title={person.agent.name} centered size="lg">
      <Stack inert={act.busy}>
        {act.problem && !act.violation('reason') && <Alert color="red">{act.problem.message}</Alert>}
        <Ask
          label="Identité et autorisation de travail valables au transfert"
          value={declared.identityValid}
          onChange={(identityValid) => set({ identityValid })}
        />
        <Ask
          label="Aptitude médicale"
          words={['Inapte', 'Apte']}
          value={declared.unfit}
          onChange={(unfit) => set({ unfit })}
        />
        <Ask label="En préavis, exécuté ou non" value={declared.onNotice} onChange={(onNotice) => set({ onNotice })} />
        {isReplacement && (
          <Ask
            label="Le salarié remplacé est transférable"
            value={declared.replacedQualifies}
            onChange={(replacedQualifies) => set({ replacedQualifies })}
          />
        )}
        <TextInput
          label="Récépissé de demande de carte"
          description="Il vaut carte professionnelle."
          maxLength={60}
          value={declared.cardReceipt ?? ''}
          onChange={({ currentTarget }) => set({ cardReceipt: currentTarget.value || null })}
        />
        <Checkbox
          label="Mandat de représentation : salarié protégé (art. 4)"
          checked={declared.hasMandate}
          onChange={({ currentTarget }) =>
            set({ hasMandate: currentTarget.checked, ...(currentTarget.checked ? {} : { mandateHours: null }) })
          }
        />
        {declared.hasMandate && (
          <NumberInput
            label="Heures de mandat sur la période"
            description="Comptées comme des heures sur le site."
            min={0}
            max={1_500}
            step={1}
            decimalScale={2}
            decimalSeparator=","
            value={declared.mandateHours ?? ''}
            error={act.violation('declared.mandateHours')}
            onChange={(value) => set({ mandateHours: typeof value === 'number' ? value : null })}
          />
        )}
        <Radio.Group
          label="Sur la liste des salariés transférables"
          value={decision ?? ''}
          onChange={(value) => setDecision(value === '' ? null : (value as 'INCLUDE' | 'EXCLUDE'))}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="" label="Selon le calcul" />
            <Radio value="INCLUDE" label="L’y mettre malgré le calcul" />
            <Radio value="EXCLUDE" label="L’en écarter malgré le calcul" />
          </Stack>
        </Radio.Group>
        {decision !== null && (
          <Textarea
            label="Motif"
            required
            autosize
            maxLength={500}
            value={reason}
            error={act.violation('reason')}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        )}
        <ActFooter act={act} label="Enregistrer" onLeave={() => void leave()} />
      </Stack>
    </DialogAbove>
  );
}
