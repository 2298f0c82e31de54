// Uploads of one input: progress, cancel, retry when the network is back.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { fileMessages, isImage } from '#core/files/files.ts';
import type { StoredFile } from '#core/kernel/field.ts';
import { Problem } from '#core/kernel/problem.ts';
import { connection } from '../client/connection.ts';
import { NetworkProblem } from '../client/transport.ts';
import { notifyProblem, notifyWarning } from '../notify.ts';
import { fitImage } from '../richtext/resize.ts';
import { isWithinLimit, sorted } from './chosen.ts';
import { notifyRefused } from './preview.ts';
import { report } from './unsent.ts';
import { uploadFile } from './upload.ts';

export interface Upload {
  key: number;
  name: string;
  size: number;
  /** From 0 to 1. */
  share: number;
  /** Why it failed; null: running. */
  problem: string | null;
  /** Object URL of a picture, shown during the upload. */
  preview: string | null;
}

export interface Uploads {
  list: readonly Upload[];
  add(files: readonly File[]): void;
  cancel(key: number): void;
  retry(key: number): void;
}

interface Running {
  file: File;
  preview: string | null;
  stop: AbortController;
  /** 'lost': no answer, so it is retried automatically. */
  failed: 'lost' | 'refused' | null;
}

interface Options {
  /** Images only, resized before the upload. */
  picture: boolean;
  /** Keys grow in the order of choice. */
  onSent(file: StoredFile, key: number): void;
}

/** Pictures that the browser cannot read are sent unchanged: the server decides. */
const fitting = (file: File): Promise<File> =>
  fitImage(file).then(
    (fitted) => fitted.file,
    () => file,
  );

export function useUploads({ picture, onSent }: Options): Uploads {
  const [list, setList] = useState<readonly Upload[]>([]);
  const running = useRef(new Map<number, Running>());
  const preparing = useRef(0);
  const nextKey = useRef(0);
  const sent = useRef(onSent);
  sent.current = onSent;

  const me = useMemo(() => Symbol('uploads'), []);
  const reportState = useCallback(() => {
    const failed = [...running.current.values()].filter((one) => one.failed !== null).length;
    report(me, { sending: preparing.current + running.current.size - failed, failed });
  }, [me]);

  const change = useCallback((key: number, changes: Partial<Upload>) => {
    setList((before) => before.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  }, []);
  const drop = useCallback(
    (key: number) => {
      const preview = running.current.get(key)?.preview;
      running.current.delete(key);
      setList((before) => before.filter((one) => one.key !== key));
      if (preview) URL.revokeObjectURL(preview);
      reportState();
    },
    [reportState],
  );

  const start = useCallback(
    async (key: number) => {
      const item = running.current.get(key);
      if (!item) return;
      item.stop = new AbortController();
      item.failed = null;
      reportState();
      change(key, { share: 0, problem: null });
      try {
        const { signal } = item.stop;
        const file = await uploadFile(item.file, { signal, onProgress: (share) => change(key, { share }) });
        if (!running.current.has(key)) return;
        // Synchronously: a waiting save must find the file in the form.
        flushSync(() => {
          sent.current(file, key);
          drop(key);
        });
      } catch (error) {
        if (!running.current.has(key)) return;
        // The virus message stays visible beside the file name.
        const isRefused =
          error instanceof Problem &&
          (error.kind === 'tooLarge' || (error.kind === 'invalid' && error.message !== fileMessages.infected));
        if (isRefused) {
          drop(key);
          if (error.details.violations) notifyRefused(error.details.violations.map(({ path }) => path));
          else notifyProblem(error);
          return;
        }
        item.failed = error instanceof NetworkProblem ? 'lost' : 'refused';
        change(key, { problem: error instanceof Error ? error.message : fileMessages.failed });
        reportState();
      }
    },
    [change, drop, reportState],
  );

  const add = useCallback(
    async (chosen: readonly File[]) => {
      const { good, refused, invalid } = sorted(chosen, picture);
      if (refused.length > 0) notifyRefused(refused);
      if (invalid.length > 0) notifyWarning(fileMessages.invalid, invalid.join(', '));
      preparing.current += 1;
      reportState();
      const files = picture ? await Promise.all(good.map(fitting)) : good;
      preparing.current -= 1;
      const within = isWithinLimit(files);
      if (!within) notifyProblem(new Problem('tooLarge', fileMessages.tooLarge));
      const added = within ? files.map(uploadOf) : [];
      setList((before) => [...before, ...added]);
      for (const { key } of added) void start(key);
      reportState();

      function uploadOf(file: File): Upload {
        const key = nextKey.current++;
        const preview = isImage(file.type) ? URL.createObjectURL(file) : null;
        running.current.set(key, { file, preview, stop: new AbortController(), failed: null });
        return { key, name: file.name, size: file.size, share: 0, problem: null, preview };
      }
    },
    [picture, start, reportState],
  );

  const cancel = useCallback(
    (key: number) => {
      const item = running.current.get(key);
      drop(key);
      item?.stop.abort();
    },
    [drop],
  );

  useEffect(() => {
    const again = (): void => {
      if (connection.get() === 'lost' && !navigator.onLine) return;
      for (const [key, { failed }] of running.current) if (failed === 'lost') void start(key);
    };
    window.addEventListener('online', again);
    const stop = connection.subscribe(() => {
      if (connection.get() === 'restored') again();
    });
    return () => {
      window.removeEventListener('online', again);
      stop();
    };
  }, [start]);

  useEffect(() => {
    const all = running.current;
    return () => {
      for (const { stop, preview } of all.values()) {
        stop.abort();
        if (preview) URL.revokeObjectURL(preview);
      }
      all.clear();
      report(me, null);
    };
  }, [me]);

  return { list, add: (files) => void add(files), cancel, retry: (key) => void start(key) };
}
