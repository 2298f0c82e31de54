// A PDF drawn page by page as the user scrolls; its text can be selected, searched and read aloud.
import { Loader } from '@mantine/core';
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, TextLayer } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './PreviewDialog.module.css';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Above it, phones refuse the canvas. */
const mostPixels = 16_000_000;

/** Image decoders without WebAssembly, which the content security policy forbids; the build copies them there. */
const decoders = `${import.meta.env.BASE_URL}pdf/`;

interface PdfPagesProps {
  content: Blob;
  onBroken(): void;
}

interface Opened {
  document: PDFDocumentProxy;
  /** Aspect ratio of the first page, assumed for the others until they are drawn. */
  ratio: number;
}

async function open(document: PDFDocumentProxy): Promise<Opened> {
  const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 });
  return { document, ratio: width / height };
}

export default function PdfPages({ content, onBroken }: PdfPagesProps): ReactNode {
  const [opened, setOpened] = useState<Opened | null>(null);
  const broken = useRef(onBroken);
  broken.current = onBroken;
  useEffect(() => {
    let here = true;
    let close = (): void => {};
    const load = async (): Promise<void> => {
      const task = getDocument({ data: await content.arrayBuffer(), useWasm: false, wasmUrl: decoders });
      close = () => void task.destroy();
      if (!here) return close();
      const read = await open(await task.promise);
      if (!here) return;
      // Shown: it stays until another one takes its place.
      close = () => {};
      setOpened(read);
    };
    // Damaged, or protected by a password.
    load().catch(() => here && broken.current());
    return () => {
      here = false;
      close();
    };
  }, [content]);
  useEffect(() => () => void opened?.document.loadingTask.destroy(), [opened]);
  if (!opened) {
    return (
      <div className={classes.message} aria-busy>
        <Loader role="status" aria-label="Chargement du fichier" />
      </div>
    );
  }
  const { document, ratio } = opened;
  return (
    <div className={classes.pages}>
      {Array.from({ length: document.numPages }, (_, index) => (
        <PdfPage
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is identified by its number
          key={index}
          document={document}
          number={index + 1}
          ratio={ratio}
          onBroken={onBroken}
        />
      ))}
    </div>
  );
}

interface PdfPageProps extends Opened {
  number: number;
  onBroken(): void;
}

function PdfPage({ document, number, ratio, onBroken }: PdfPageProps): ReactNode {
  const frame = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const [own, setOwn] = useState(ratio);
  const broken = useRef(onBroken);
  broken.current = onBroken;
  useEffect(() => {
    const [place, sheet, layer] = [frame.current, canvas.current, words.current];
    if (!place || !sheet || !layer) return;
    let here = true;
    let stop = (): void => {};
    const draw = async (): Promise<void> => {
      const page = await document.getPage(number);
      const plain = page.getViewport({ scale: 1 });
      if (!here) return;
      setOwn(plain.width / plain.height);
      const scale = place.clientWidth / plain.width;
      const sharp = Math.min(
        scale * Math.min(window.devicePixelRatio, 2),
        Math.sqrt(mostPixels / (plain.width * plain.height)),
      );
      const viewport = page.getViewport({ scale: sharp });
      [sheet.width, sheet.height] = [Math.floor(viewport.width), Math.floor(viewport.height)];
      const drawing = page.render({ canvas: sheet, viewport });
      const source = page.streamTextContent();
      const text = new TextLayer({
        textContentSource: source,
        container: layer,
        viewport: page.getViewport({ scale }),
      });
      stop = () => {
        drawing.cancel();
        text.cancel();
      };
      await Promise.all([drawing.promise, text.render()]);
    };
    const seen = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        seen.disconnect();
        draw().catch(() => here && broken.current());
      },
      { rootMargin: '800px' },
    );
    const sized = new ResizeObserver(() => {
      void document.getPage(number).then((page) => {
        const factor = place.clientWidth / page.getViewport({ scale: 1 }).width;
        place.style.setProperty('--total-scale-factor', String(factor));
      });
    });
    seen.observe(place);
    sized.observe(place);
    return () => {
      here = false;
      seen.disconnect();
      sized.disconnect();
      stop();
    };
  }, [document, number]);
  return (
    <section
      ref={frame}
      className={classes.page}
      aria-label={`Page ${number}`}
      style={{ aspectRatio: String(own), '--scale-round-x': '1px', '--scale-round-y': '1px' } as CSSProperties}
    >
      <canvas ref={canvas} aria-hidden />
      <div ref={words} className={classes.words} />
    </section>
  );
}
