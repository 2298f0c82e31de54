// Enables the second factor: password, QR code, first code, then the recovery codes.
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type FormEvent, type ReactElement, type ReactNode, useState } from 'react';
import { messages } from '#core/kernel/problem.ts';
import { confirmSecondFactor, enrolSecondFactor, otpauthUri } from '#core/session/account.ts';
import { useAct } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { useSession } from '#ui/client/session.ts';
import { tenant } from '#ui/client/tenant.ts';
import { ApplicationCode } from '#ui/credentials/CodeInput.tsx';
import { CurrentPassword } from '#ui/credentials/CurrentPassword.tsx';
import { FormProblem } from '#ui/credentials/FormProblem.tsx';
import { QrCode } from '#ui/QrCode.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import classes from './SecondFactor.module.css';

interface Props {
  opened: boolean;
  /** Above the page that asked for it, whose call waits. */
  required?: boolean;
  /** The second factor is enabled. */
  onEnabled(): void;
  onClose(): void;
}

export function EnrolmentDialog({ opened, required = false, onEnabled, onClose }: Props): ReactElement {
  const phone = useMediaQuery('(max-width: 48em)') ?? false;
  const [step, setStep] = useState<{ secret: string } | { codes: readonly string[] } | null>(null);
  const close = (): void => {
    setStep(null);
    onClose();
  };
  // Closing would lose unsaved recovery codes: only their own button closes the dialog.
  const mayClose = step === null || 'secret' in step;
  return (
    <Modal
      opened={opened}
      onClose={mayClose ? close : () => undefined}
      withCloseButton={mayClose}
      closeOnClickOutside={false}
      title="Activer la validation en deux étapes"
      size="lg"
      centered
      fullScreen={phone}
      {...(required ? { zIndex: 1000 } : {})}
    >
      {step === null ? (
        <PasswordStep required={required} onPrepared={(secret) => setStep({ secret })} onCancel={close} />
      ) : null}
      {step && 'secret' in step ? (
        <ScanStep
          secret={step.secret}
          onCodes={(codes) => {
            setStep({ codes });
            onEnabled();
          }}
          onCancel={close}
        />
      ) : null}
      {step && 'codes' in step ? <RecoveryCodes codes={step.codes} onDone={close} /> : null}
    </Modal>
  );
}

interface PasswordProps {
  required: boolean;
  onPrepared(secret: string): void;
  onCancel(): void;
}

function PasswordStep({ required, onPrepared, onCancel }: PasswordProps): ReactElement {
  const [password, setPassword] = useState('');
  const [asked, setAsked] = useState(false);
  const act = useAct(async () => {
    onPrepared((await call(enrolSecondFactor, { input: { password } })).secret);
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (password) act.run();
  };
  const fault = act.violation('password');
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {required ? (
          <Text size="sm" fw={550}>
            Elle est désormais obligatoire pour votre compte. Votre page et ce que vous y avez saisi sont conservés.
          </Text>
        ) : null}
        <Text size="sm">
          Il vous faut une application d’authentification sur votre téléphone. Confirmez d’abord que c’est bien vous.
        </Text>
        <FormProblem problem={fault ? null : act.problem} />
        <CurrentPassword
          value={password}
          onChange={setPassword}
          error={asked && !password ? messages.required : fault}
          autoFocus
        />
        <Buttons label="Continuer" busy={act.busy} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

interface ScanProps {
  secret: string;
  onCodes(codes: readonly string[]): void;
  onCancel(): void;
}

function ScanStep({ secret, onCodes, onCancel }: ScanProps): ReactElement {
  const { user } = useSession();
  const [code, setCode] = useState('');
  const [asked, setAsked] = useState(false);
  const act = useAct(async () => {
    onCodes((await call(confirmSecondFactor, { input: { code } })).recoveryCodes);
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (code.trim()) act.run();
  };
  const fault = act.violation('code');
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <div className={classes.scan}>
          <QrCode
            text={otpauthUri(tenant().name, user.email, secret)}
            label="Image à lire avec votre application d’authentification"
          />
          <div>
            <Text size="sm">
              Lisez cette image avec votre application, ou saisissez-y cette clé, puis indiquez le code qu’elle montre.
            </Text>
            <code className={classes.secret}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
          </div>
        </div>
        <FormProblem problem={fault ? null : act.problem} />
        <ApplicationCode
          value={code}
          onChange={setCode}
          error={asked && !code.trim() ? messages.required : fault}
          autoFocus
        />
        <Buttons label="Activer" busy={act.busy} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

export function Buttons(props: { label: ReactNode; busy: boolean; danger?: boolean; onCancel(): void }): ReactElement {
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={props.onCancel}>
        Annuler
      </Button>
      <Button type="submit" loading={props.busy} {...(props.danger ? { color: 'red' } : {})}>
        {props.label}
      </Button>
    </Group>
  );
}
