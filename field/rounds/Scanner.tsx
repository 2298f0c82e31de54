// The camera, looking for a QR code.
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { cameraRefused } from '#core/field/photo.ts';
import classes from '../field.module.css';
import pictures from '../pictures.module.css';
import { Sheet } from '../Sheet.tsx';
import { openCamera, qrReader } from '../sensors/qr.ts';

interface Props {
  onRead(text: string): void;
  onClose(): void;
}

/** Milliseconds between two looks: a cheap telephone must breathe. */
const every = 200;

export function Scanner({ onRead, onClose }: Props): ReactElement {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const last = useRef(onRead);
  useEffect(() => {
    last.current = onRead;
  });
  useEffect(() => {
    let isGone = false;
    let stream: MediaStream | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = (): void => {
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
      stream = null;
    };
    const start = async (): Promise<void> => {
      stop();
      // One after the other: on some telephones a second stream kills the first.
      const opened = await openCamera();
      const shown = video.current;
      if (isGone || !shown) {
        for (const track of opened.getTracks()) track.stop();
        return;
      }
      stream = opened;
      shown.srcObject = opened;
      await shown.play();
      const reader = await qrReader();
      const look = async (): Promise<void> => {
        const found = await reader.detect(shown).catch(() => []);
        if (isGone || stream !== opened) return;
        const [code] = found;
        if (code) last.current(code.rawValue);
        else timer = setTimeout(() => void look(), every);
      };
      await look();
    };
    const begin = (): void => void start().catch(() => setProblem(cameraRefused.other));
    // A camera that was in the background stays dark on some telephones.
    const wake = (): void => (document.visibilityState === 'visible' ? begin() : stop());
    begin();
    document.addEventListener('visibilitychange', wake);
    return () => {
      isGone = true;
      stop();
      document.removeEventListener('visibilitychange', wake);
    };
  }, []);
  return (
    <Sheet title="Scanner le QR code" onClose={onClose}>
      {problem ? (
        <p role="alert" className={classes.warning}>
          {problem}
        </p>
      ) : (
        <video ref={video} className={pictures.camera} muted playsInline aria-label="Image de la caméra" />
      )}
      <div className={classes.answers}>
        <button type="button" className={classes.other} onClick={onClose}>
          Annuler
        </button>
      </div>
    </Sheet>
  );
}
