// Recovery codes, shown once: the user saves, prints or copies them before continuing.
import { Alert, Button, Checkbox, Group, Stack } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { useSession } from '#ui/client/session.ts';
import { tenant } from '#ui/client/tenant.ts';
import { copyText } from '#ui/copyText.ts';
import { IconDownload } from '#ui/icons.ts';
import { notifySuccess, notifyWarning } from '#ui/notify.ts';
import { saveAs } from '#ui/saveAs.ts';
import { IconCopy, IconPrinter } from './icons.ts';
import classes from './SecondFactor.module.css';

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }): ReactElement {
  const { user } = useSession();
  const [kept, setKept] = useState(false);
  const heading = `Codes de secours ${tenant().name} — ${user.email}`;
  const text = `${heading}\nChaque code ne sert qu’une fois, à la place du code de votre application.\n\n${codes.join('\n')}\n`;
  const copy = (): void => {
    copyText(codes.join('\n')).then(
      () => notifySuccess('Codes copiés'),
      () => notifyWarning('La copie est refusée par votre navigateur : téléchargez ou imprimez les codes.'),
    );
  };
  return (
    <Stack gap="md">
      <Alert color="orange" variant="light" p="sm">
        Conservez ces codes en lieu sûr : ils ne seront plus montrés. Si vous perdez votre téléphone, chacun vous
        ouvrira votre compte une fois.
      </Alert>
      <div className={classes.sheet}>
        <p className={classes.heading}>{heading}</p>
        <ol className={classes.codes} aria-label="Codes de secours">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      </div>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveAs(new Blob([text], { type: 'text/plain;charset=utf-8' }), 'codes-de-secours.txt')}
          data-autofocus
        >
          Télécharger
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          Imprimer
        </Button>
        <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={copy}>
          Copier
        </Button>
      </Group>
      <Checkbox
        label="J’ai conservé ces codes"
        checked={kept}
        onChange={(event) => setKept(event.currentTarget.checked)}
      />
      <Group justify="flex-end">
        <Button disabled={!kept} onClick={onDone}>
          Terminer
        </Button>
      </Group>
    </Stack>
  );
}
