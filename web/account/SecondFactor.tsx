// The second factor of the user's account: state and actions.
import { Alert, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactElement, useState } from 'react';
import { messages } from '#core/kernel/problem.ts';
import {
  disableSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  type SecondFactorState,
} from '#core/session/account.ts';
import { useAct } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import { loadSession } from '#ui/client/session.ts';
import { CodeInput } from '#ui/credentials/CodeInput.tsx';
import { CurrentPassword } from '#ui/credentials/CurrentPassword.tsx';
import { FormProblem } from '#ui/credentials/FormProblem.tsx';
import { formatMoment, plural } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import classes from './Account.module.css';
import { Buttons, EnrolmentDialog } from './EnrolmentDialog.tsx';
import { IconShieldCheck } from './icons.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';

/** Recommend new codes below this number. */
const few = 3;

type Dialog = 'enrolment' | 'renewal' | 'disabling';

export function SecondFactor(): ReactElement {
  const { data, isError, refetch } = useCall(readSecondFactor);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const changed = (): void => {
    Promise.all([refetch(), loadSession()]).catch(notifyProblem);
  };
  const close = (): void => setDialog(null);
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        Après votre mot de passe, un code de votre téléphone : un mot de passe volé ne suffit plus.
      </Text>
      {isError ? (
        <ReadFailure title="L’état de votre compte n’a pas pu être lu" onRetry={() => void refetch()} />
      ) : null}
      {!data && !isError ? <Skeleton height={36} width={160} role="status" aria-label="Chargement" /> : null}
      {data?.secondFactor.enabledAt ? <Enabled state={data.secondFactor} onAsk={setDialog} /> : null}
      {data && !data.secondFactor.enabledAt ? <Button onClick={() => setDialog('enrolment')}>Activer</Button> : null}
      <EnrolmentDialog opened={dialog === 'enrolment'} onEnabled={changed} onClose={close} />
      <ProofDialog
        opened={dialog === 'renewal'}
        title="Nouveaux codes de secours"
        lead="Les codes précédents ne serviront plus."
        label="Créer de nouveaux codes"
        prove={async (proof) => (await call(renewRecoveryCodes, { input: proof })).recoveryCodes}
        onDone={changed}
        onClose={close}
      />
      <ProofDialog
        opened={dialog === 'disabling'}
        title="Désactiver la validation en deux étapes"
        lead="Votre mot de passe suffira de nouveau pour entrer."
        label="Désactiver"
        danger
        prove={async (proof) => {
          await call(disableSecondFactor, { input: proof });
          notifySuccess('La validation en deux étapes est désactivée');
          return null;
        }}
        onDone={changed}
        onClose={close}
      />
    </>
  );
}

function Enabled({ state, onAsk }: { state: SecondFactorState; onAsk(dialog: Dialog): void }): ReactElement {
  const { zone } = useLocale();
  const left = state.recoveryCodesLeft;
  return (
    <Stack gap="sm">
      <Group gap={6} wrap="nowrap">
        <IconShieldCheck size={18} aria-hidden className={classes.positive ?? ''} />
        <Text>
          <strong>Activée</strong> le {formatMoment(state.enabledAt ?? '', zone)} ·{' '}
          {left === 0
            ? 'aucun code de secours'
            : `${plural(left, 'code de secours restant', 'codes de secours restants')}`}
        </Text>
      </Group>
      {left <= few ? (
        <Alert color="orange" variant="light" p="sm">
          Créez de nouveaux codes de secours : sans eux, perdre votre téléphone vous fermerait votre compte.
        </Alert>
      ) : null}
      <Group gap="xs">
        <Button variant="default" onClick={() => onAsk('renewal')}>
          Nouveaux codes de secours
        </Button>
        <Button variant="subtle" color="red" onClick={() => onAsk('disabling')}>
          Désactiver
        </Button>
      </Group>
    </Stack>
  );
}

interface ProofProps {
  opened: boolean;
  title: string;
  lead: string;
  label: string;
  danger?: boolean;
  /** Returns codes to show, or null. */
  prove(proof: { password: string; code: string }): Promise<readonly string[] | null>;
  onDone(): void;
  onClose(): void;
}

function ProofDialog({ opened, title, onClose, ...rest }: ProofProps): ReactElement {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = (): void => {
    setCodes(null);
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={codes ? () => undefined : close}
      withCloseButton={codes === null}
      closeOnClickOutside={false}
      title={title}
      size="md"
      centered
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={close} />
      ) : (
        <ProofForm {...rest} onCodes={setCodes} onClose={close} />
      )}
    </Modal>
  );
}

type FormProps = Omit<ProofProps, 'opened' | 'title'> & { onCodes(codes: readonly string[]): void };

function ProofForm({ lead, label, danger = false, prove, onDone, onClose, onCodes }: FormProps): ReactElement {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [asked, setAsked] = useState(false);
  const act = useAct(async () => {
    const codes = await prove({ password, code });
    onDone();
    if (codes) onCodes(codes);
    else onClose();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (password && code.trim()) act.run();
  };
  const placed = act.violation('password') ?? act.violation('code');
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">{lead}</Text>
        <FormProblem problem={placed ? null : act.problem} />
        <CurrentPassword
          value={password}
          onChange={setPassword}
          error={asked && !password ? messages.required : act.violation('password')}
          autoFocus
        />
        <CodeInput
          value={code}
          onChange={setCode}
          error={asked && !code.trim() ? messages.required : act.violation('code')}
        />
        <Buttons label={label} busy={act.busy} danger={danger} onCancel={onClose} />
      </Stack>
    </form>
  );
}
