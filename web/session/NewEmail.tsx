import { Alert, Anchor, Button, Text } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { confirmEmail } from '#core/session/account.ts';
import { useAct } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { FormProblem } from '#ui/credentials/FormProblem.tsx';
import { PublicFrame } from './PublicFrame.tsx';

/** Opened by the link in the mail. Needs a click: mail scanners open links and must not confirm anything. */
export default function NewEmail({ token }: { token: string }): ReactElement {
  const [done, setDone] = useState<string | null>(null);
  const act = useAct(async () => {
    setDone((await call(confirmEmail, { params: { token } })).message);
  });
  return (
    <PublicFrame title="Nouvelle adresse e-mail">
      <FormProblem problem={act.problem} />
      {done ? (
        <>
          <Alert color="green" variant="light" p="sm" role="status">
            {done}
          </Alert>
          <Button component="a" href="#/" fullWidth>
            Continuer
          </Button>
        </>
      ) : (
        <>
          <Text>
            Confirmez que vous recevez bien les messages de cette adresse : c’est elle que vous saisirez pour vous
            connecter.
          </Text>
          <Button fullWidth loading={act.busy} onClick={() => act.run()} autoFocus>
            Confirmer mon adresse
          </Button>
          <Anchor href="#/login" size="sm" ta="center">
            Aller à la connexion
          </Anchor>
        </>
      )}
    </PublicFrame>
  );
}
