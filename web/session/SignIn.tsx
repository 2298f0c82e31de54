import { Alert, Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactElement, useRef, useState } from 'react';
import { messages, Problem } from '#core/kernel/problem.ts';
import { useAct } from '#ui/client/act.ts';
import { type DemoAccount, demoAccounts } from '#ui/client/demo.ts';
import { useServiceMessage } from '#ui/client/service-message.ts';
import { tenant } from '#ui/client/tenant.ts';
import { NetworkProblem } from '#ui/client/transport.ts';
import { CodeInput, wantsCode } from '#ui/credentials/CodeInput.tsx';
import { FormProblem } from '#ui/credentials/FormProblem.tsx';
import { PublicFrame } from './PublicFrame.tsx';
import { spokenWait, useWait } from './wait.ts';

export interface SignInProps {
  /** Why the user must sign in: the session ended, the password was changed. */
  notice?: string | null;
  /** Preloads the application while the server checks the password. */
  prepare?: () => void;
  onSignedIn?: () => void;
}

/** Not part of the first page: loaded while the address is typed. */
const loadCalls = (): Promise<typeof import('#ui/client/session.ts')> =>
  import('#ui/client/session.ts').catch((cause: unknown) => {
    throw new NetworkProblem(messages.network, { cause });
  });

export default function SignIn({ notice, prepare, onSignedIn }: SignInProps): ReactElement {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  /** Null: only the password was asked so far. */
  const [code, setCode] = useState<string | null>(null);
  const [asked, setAsked] = useState(false);
  const closed = useServiceMessage();
  const passwordInput = useRef<HTMLInputElement>(null);
  const act = useAct(async (demo?: DemoAccount) => {
    prepare?.();
    try {
      const { signIn } = await loadCalls();
      await signIn(demo?.email ?? email.trim(), demo?.password ?? password, code ?? undefined);
      onSignedIn?.();
    } catch (error) {
      if (wantsCode(error) && code === null) {
        setCode('');
        setAsked(false);
        return;
      }
      if (code !== null) setCode('');
      // The password is wrong or was changed: ask for both again.
      if (!wantsCode(error) && error instanceof Problem && error.kind === 'unauthenticated') setCode(null);
      passwordInput.current?.select();
      throw error;
    }
  });
  const wait = useWait(act.problem);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (email.trim() && password && code?.trim() !== '') act.run();
  };
  const missing = (value: string): string | null => (asked && !value.trim() ? messages.required : null);
  const submitButton = (label: string): ReactElement => (
    <Button type="submit" fullWidth loading={act.busy} disabled={wait > 0}>
      {wait > 0 ? `Réessayer dans ${spokenWait(wait)}` : label}
    </Button>
  );
  if (code !== null) {
    return (
      <PublicFrame title="Validation en deux étapes" lead={email.trim()}>
        <FormProblem problem={act.problem} />
        <form onSubmit={submit} noValidate style={{ display: 'grid', gap: '1rem' }}>
          <CodeInput value={code} onChange={setCode} error={missing(code)} autoFocus />
          {submitButton('Vérifier')}
        </form>
        <Anchor component="button" type="button" size="sm" ta="center" onClick={() => setCode(null)}>
          Revenir à la connexion
        </Anchor>
      </PublicFrame>
    );
  }
  return (
    <PublicFrame
      title="Connexion"
      lead="La gestion de votre agence de sécurité privée : équipes, plannings, sites et terrain."
    >
      {closed ? (
        <Alert color="orange" variant="light" p="sm" title="Maintenance en cours" role="status">
          {closed}
        </Alert>
      ) : null}
      {notice && !act.problem ? (
        <Alert color="blue" variant="light" p="sm">
          {notice}
        </Alert>
      ) : null}
      <FormProblem problem={act.problem} />
      <form onSubmit={submit} noValidate style={{ display: 'grid', gap: '1rem' }}>
        <TextInput
          label="Adresse e-mail"
          type="email"
          name="username"
          autoComplete="username"
          inputMode="email"
          autoFocus
          value={email}
          onChange={(event) => {
            if (!email) loadCalls().catch(() => undefined);
            setEmail(event.currentTarget.value);
          }}
          error={missing(email)}
          required
          withAsterisk={false}
        />
        <PasswordInput
          ref={passwordInput}
          label="Mot de passe"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={missing(password)}
          visibilityToggleButtonProps={{ 'aria-label': 'Afficher ou masquer le mot de passe' }}
          required
          withAsterisk={false}
        />
        {submitButton('Se connecter')}
      </form>
      <Anchor href="#/mot-de-passe" size="sm" ta="center">
        Mot de passe oublié ?
      </Anchor>
      {tenant().modules.signUp ? (
        <Anchor href="#/inscription" size="sm" ta="center">
          Inscrire mon agence
        </Anchor>
      ) : null}
      <DemoAccounts onChoose={act.run} busy={act.busy} />
    </PublicFrame>
  );
}

/** With demo data only: sign in as one of its people. */
function DemoAccounts({
  onChoose,
  busy,
}: {
  onChoose(account: DemoAccount): void;
  busy: boolean;
}): ReactElement | null {
  const accounts = demoAccounts();
  if (accounts.length === 0) return null;
  return (
    <Stack gap={6} component="section" aria-label="Comptes de démonstration">
      <Text size="sm" c="dimmed">
        Données de démonstration : entrer comme
      </Text>
      {accounts.map((account) => (
        <Button
          key={account.email}
          variant="default"
          size="sm"
          justify="flex-start"
          fullWidth
          disabled={busy}
          onClick={() => onChoose(account)}
        >
          {account.role.charAt(0).toUpperCase() + account.role.slice(1)}
        </Button>
      ))}
    </Stack>
  );
}
