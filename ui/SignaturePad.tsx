// A signature drawn on the glass, with a finger, a pen or a mouse. Without Mantine: the phone's application uses it too.
import { type PointerEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import classes from './SignaturePad.module.css';

interface Props {
  label: string;
  disabled?: boolean;
  /** By a button of the pad: the drawing as PNG on white, for dark screens and paper alike. */
  onDone?(picture: Blob): void;
  /** After each stroke; null: wiped. */
  onChange?(picture: Promise<Blob> | null): void;
}

/** Pixels of the picture; the screen's own size is scaled. */
const size = { width: 900, height: 300 } as const;

export function SignaturePad({ label, disabled = false, onDone, onChange }: Props): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isDown = useRef(false);
  const [isDrawn, setDrawn] = useState(false);

  const wipe = (): void => {
    const pen = canvas.current?.getContext('2d');
    if (pen) {
      pen.fillStyle = '#ffffff';
      pen.fillRect(0, 0, size.width, size.height);
    }
    setDrawn(false);
  };
  useEffect(wipe, []);

  const at = (event: PointerEvent<HTMLCanvasElement>): [number, number] => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    return [
      ((event.clientX - left) / (width || 1)) * size.width,
      ((event.clientY - top) / (height || 1)) * size.height,
    ];
  };
  const begin = (event: PointerEvent<HTMLCanvasElement>): void => {
    const pen = canvas.current?.getContext('2d');
    if (disabled || !pen) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    isDown.current = true;
    const [x, y] = at(event);
    pen.strokeStyle = '#10202e';
    pen.lineWidth = 5;
    pen.lineCap = 'round';
    pen.lineJoin = 'round';
    pen.beginPath();
    pen.moveTo(x, y);
    // A touch leaves a dot.
    pen.lineTo(x + 0.1, y);
    pen.stroke();
    setDrawn(true);
  };
  const go = (event: PointerEvent<HTMLCanvasElement>): void => {
    const pen = canvas.current?.getContext('2d');
    if (!isDown.current || !pen) return;
    pen.lineTo(...at(event));
    pen.stroke();
  };
  const picture = (): Promise<Blob> =>
    new Promise((done, fail) => {
      const take = (drawn: Blob | null): void => (drawn ? done(drawn) : fail(new Error('no picture')));
      canvas.current?.toBlob(take, 'image/png');
    });
  const stop = (): void => {
    if (isDown.current) onChange?.(picture());
    isDown.current = false;
  };
  return (
    <div className={classes.pad}>
      <canvas
        ref={canvas}
        {...size}
        role="img"
        aria-label={label}
        className={classes.glass}
        onPointerDown={begin}
        onPointerMove={go}
        onPointerUp={stop}
        onPointerCancel={stop}
      />
      <div className={classes.acts}>
        <button
          type="button"
          disabled={!isDrawn || disabled}
          onClick={() => {
            wipe();
            onChange?.(null);
          }}
        >
          Effacer
        </button>
        {onDone && (
          <button
            type="button"
            disabled={!isDrawn || disabled}
            onClick={() => canvas.current?.toBlob((drawn) => drawn && onDone(drawn), 'image/png')}
          >
            Valider la signature
          </button>
        )}
      </div>
    </div>
  );
}
