// QR code of a text; dark on white in every scheme, because many phones cannot read it inverted.
import { Skeleton } from '@mantine/core';
import { type ReactElement, useEffect, useState } from 'react';
import classes from './QrCode.module.css';

interface Drawing {
  path: string;
  size: number;
}

/** Quiet zone required by ISO 18004. */
const quiet = 4;

async function draw(text: string): Promise<Drawing> {
  const { default: encoder } = await import('qrcode/lib/core/qrcode.js');
  const { modules } = encoder.create(text, { errorCorrectionLevel: 'M' });
  let path = '';
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column)) path += `M${column + quiet} ${row + quiet}h1v1h-1z`;
    }
  }
  return { path, size: modules.size + 2 * quiet };
}

export function QrCode({ text, label }: { text: string; label: string }): ReactElement | null {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    draw(text).then(setDrawing, () => setFailed(true));
  }, [text]);
  // What it holds is also shown as text.
  if (failed) return null;
  if (!drawing) return <Skeleton className={classes.qr ?? ''} />;
  return (
    <svg className={classes.qr} viewBox={`0 0 ${drawing.size} ${drawing.size}`} role="img" aria-label={label}>
      <rect width="100%" height="100%" fill="#fff" />
      <path d={drawing.path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
