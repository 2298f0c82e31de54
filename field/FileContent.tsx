// A file as a page of the field shows it: an image, the pages of a PDF, else a link that saves it.
import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react';
import { isImage } from '#core/files/files.ts';
import classes from './field.module.css';
import pictures from './pictures.module.css';

const PdfPages = lazy(() => import('#ui/files/PdfPages.tsx'));

export function FileContent({ content, name }: { content: Blob; name: string }): ReactElement {
  const [isBroken, setBroken] = useState(false);
  const url = useUrl(content);
  if (isImage(content.type) && url) return <img className={pictures.image ?? ''} src={url} alt={name} />;
  if (content.type === 'application/pdf' && !isBroken)
    return (
      <Suspense fallback={<p role="status">Ouverture…</p>}>
        <PdfPages content={content} onBroken={() => setBroken(true)} />
      </Suspense>
    );
  return (
    <>
      <p>Ce fichier ne s’affiche pas ici.</p>
      {url ? (
        <a className={classes.main} href={url} download={name}>
          Enregistrer sur le téléphone
        </a>
      ) : null}
    </>
  );
}

function useUrl(content: Blob): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(content);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return url;
}
