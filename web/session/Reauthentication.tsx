// Sign-in over the page: typed text below is kept, and waiting calls continue.
import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactElement, useEffect, useState } from 'react';
import { messages } from '#core/kernel/problem.ts';
import { signIn, switchProfile } from '#core/session/session.ts';
import { useAct } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { leave } from '#ui/client/leaving.ts';
import {
  hostReauthentication,
  type Reauthentication,
  reauthenticateMessage,
  reauthentication,
} from '#ui/client/reauthentication.ts';
import { refreshSession, registerThisDevice, useSession } from '#ui/client/session.ts';
import { useStore } from '#ui/client/store.ts';
import { keepTokens } from '#ui/client/tokens.ts';
import { CodeInput, wantsCode } from '#ui/credentials/CodeInput.tsx';
import { FormProblem } from '#ui/credentials/FormProblem.tsx';
import { EnrolmentDialog } from '../account/EnrolmentDialog.tsx';
import { spokenWait, useWait } from './wait.ts';

// Escape must not reach a dialog below.
const own = { 'data-mantine-stop-propagation': true };

export function ReauthenticationHost(): ReactElement {
  const asked = useStore(reauthentication);
  useEffect(hostReauthentication, []);
  if (asked?.enrols) return <Enrolment asked={asked} />;
  return (
    <Modal
      opened={asked !== null}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={reauthenticateMessage}
      centered
      size="sm"
      zIndex={1000}
    >
      {asked ? <Form asked={asked} /> : null}
    </Modal>
  );
}

/** Over the page too: the setting may come into force while somebody types. */
function Enrolment({ asked }: { asked: Reauthentication }): ReactElement {
  const [enabled, setEnabled] = useState(false);
  const close = (): void => {
    if (enabled) {
      asked.succeed();
      refreshSession().catch(() => undefined);
    } else asked.giveUp();
  };
  return <EnrolmentDialog opened required onEnabled={() => setEnabled(true)} onClose={close} />;
}

function Form({ asked }: { asked: Reauthentication }): ReactElement {
  const { user, acting, profile } = useSession();
  const [password, setPassword] = useState('');
  /** Null: no code is needed. */
  const [code, setCode] = useState(user.secondFactor ? '' : null);
  const [tried, setTried] = useState(false);
  const act = useAct(async () => {
    try {
      keepTokens(await call(signIn, { input: { username: user.email, password, ...(code ? { code } : {}) } }));
    } catch (error) {
      // The second factor was enabled on another device, or the typed code is already used.
      if (wantsCode(error)) setCode('');
      if (wantsCode(error) && code === null) return;
      throw error;
    }
    // The new session is for the user himself; the page below still shows the profile.
    if (acting && profile) {
      const { id } = profile.company.agency ?? profile.company;
      keepTokens(await call(switchProfile, { input: { userCompany: { id: profile.id, agency: { id } } } }));
    }
    registerThisDevice();
    asked.succeed();
  });
  const wait = useWait(act.problem);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    setTried(true);
    if (password && code?.trim() !== '') act.run();
  };
  const quit = (): void => {
    asked.giveUp();
    leave();
  };
  return (
    <form onSubmit={submit} noValidate style={{ display: 'grid', gap: '1rem' }}>
      <Stack gap={4} role="status">
        {(asked.reasons.length > 0 ? asked.reasons : ['Votre session a pris fin.']).map((reason) => (
          <Text key={reason} size="sm">
            {reason}
          </Text>
        ))}
        <Text size="sm" c="dimmed">
          Votre page et ce que vous y avez saisi sont conservés.
        </Text>
      </Stack>
      <FormProblem problem={act.problem} />
      <TextInput label="Adresse e-mail" value={user.email} autoComplete="username" readOnly variant="filled" {...own} />
      <PasswordInput
        label="Mot de passe"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={tried && !password ? messages.required : null}
        visibilityToggleButtonProps={{ 'aria-label': 'Afficher ou masquer le mot de passe' }}
        data-autofocus
        {...own}
      />
      {code === null ? null : (
        <CodeInput
          value={code}
          onChange={setCode}
          error={tried && !code.trim() && !act.busy ? messages.required : null}
          own={own}
        />
      )}
      <Group justify="space-between" gap="xs">
        <Button variant="subtle" color="gray" onClick={quit} {...own}>
          Quitter la session
        </Button>
        <Button type="submit" loading={act.busy} disabled={wait > 0} {...own}>
          {wait > 0 ? `Réessayer dans ${spokenWait(wait)}` : 'Se connecter'}
        </Button>
      </Group>
    </form>
  );
}
