// Below the text of a contract or a template: its variables, and the real PDF of what is typed.
import { Alert, Button, Text } from '@mantine/core';
import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react';
import { contractCalls, previewPause } from '#core/contracts/calls.ts';
import { type ContractKind, contractVariables, pageBreak, unknownIn } from '#core/contracts/variables.ts';
import type { Endpoint } from '#core/kernel/endpoint.ts';
import { copyText } from '#ui/copyText.ts';
import type { BelowProps } from '#ui/EntityDialog/extras.ts';
import { documentUrl } from '#ui/files/documents.ts';
import { fetchContent } from '#ui/files/upload.ts';
import { notifySuccess, notifyWarning } from '#ui/notify.ts';
import classes from './contracts.module.css';

const PdfPages = lazy(() => import('#ui/files/PdfPages.tsx'));

const idOf = (value: unknown): { id: string } | undefined => {
  const id = (value as { id?: unknown } | null | undefined)?.id;
  return typeof id === 'string' ? { id } : undefined;
};

function Preview({ endpoint, input }: { endpoint: Endpoint; input: object }): ReactElement {
  const [pdf, setPdf] = useState<Blob | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const asked = JSON.stringify(input);
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      fetchContent(documentUrl({ endpoint }), stop.signal, JSON.parse(asked)).then(
        (made) => {
          setPdf(made);
          setProblem(null);
        },
        (error: unknown) => {
          if (!stop.signal.aborted) setProblem(error instanceof Error ? error.message : String(error));
        },
      );
    }, previewPause);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [endpoint, asked]);
  return (
    <div className={classes.preview}>
      {problem && <Alert color="red">{problem}</Alert>}
      <Suspense>{pdf && <PdfPages content={pdf} onBroken={() => setProblem('Aperçu illisible')} />}</Suspense>
    </div>
  );
}

/** Shown on demand: it is drawn again after each key. */
export function PdfPreview(props: { endpoint: Endpoint; input: object }): ReactElement {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <div className={classes.acts}>
        <Button size="compact-sm" variant="default" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Masquer l’aperçu' : 'Aperçu du PDF'}
        </Button>
      </div>
      {isShown && <Preview {...props} />}
    </>
  );
}

interface Variables {
  kind: ContractKind;
  content: string;
  mayInsert: boolean;
}

/** Those that it does not know, and those that it may use. */
export function TextVariables({ kind, content, mayInsert }: Variables): ReactElement {
  const unknown = unknownIn(kind, content);
  const copy = (name: string): void => {
    copyText(`{${name}}`).then(
      () => notifySuccess(`{${name}} copié : collez-le dans le texte`),
      () => notifyWarning(`La copie est refusée par votre navigateur : écrivez {${name}} dans le texte.`),
    );
  };
  return (
    <>
      {unknown.length > 0 && (
        <Alert color="orange" mb="xs">
          {`Variable inconnu : ${unknown.map((name) => `{${name}}`).join(', ')}`}
        </Alert>
      )}
      {mayInsert && (
        <details>
          <summary>Variables à insérer dans le texte</summary>
          <Text size="xs" c="dimmed" my={4}>
            Un clic copie la variable ; elle est remplacée par la valeur de la fiche.
          </Text>
          <div className={classes.variables}>
            {[
              ...Object.entries<{ label: string }>(contractVariables[kind]),
              [pageBreak, { label: 'Saut de page' }] as const,
            ].map(([name, { label }]) => (
              <Button key={name} size="compact-xs" variant="default" title={`{${name}}`} onClick={() => copy(name)}>
                {label}
              </Button>
            ))}
          </div>
        </details>
      )}
    </>
  );
}

export function TypedText({ kind, values, change }: BelowProps & { kind: ContractKind }): ReactElement {
  const signatures = (Array.isArray(values.signatures) ? values.signatures : []) as Record<string, unknown>[];
  const content = typeof values.content === 'string' ? values.content : null;
  const input = {
    ...{ title: typeof values.title === 'string' ? values.title.slice(0, 200) : null, content },
    ...(idOf(values.agent) ? { agent: idOf(values.agent) } : {}),
    ...(idOf(values.customer) ? { customer: idOf(values.customer) } : {}),
    ...(idOf(values.commercialContract) ? { commercialContract: idOf(values.commercialContract) } : {}),
    ...(idOf(values.template) ? { template: idOf(values.template) } : {}),
    signatures: signatures.map(({ fullname, role }) => ({ fullname: fullname ?? null, role: role ?? null })),
  };
  return (
    <>
      <TextVariables kind={kind} content={content ?? ''} mayInsert={change !== undefined} />
      <PdfPreview endpoint={contractCalls[kind].preview} input={input} />
    </>
  );
}
