import type { Answer } from './file.worker.ts';
import { fileFaults, type ImportTable, largestFile } from './readTable.ts';

/** A file that takes longer to read is not a list. */
const timeout = 60_000;
/** Its code could not be loaded: no network, or a new version was deployed. */
const notStarted = 'La lecture du fichier n’a pas pu démarrer : vérifiez votre connexion, puis rechargez la page.';
const tooSlow = 'Ce fichier est trop long à lire : gardez la feuille à importer.';

export async function readInBackground(file: File): Promise<ImportTable> {
  if (file.size > largestFile) throw new Error(fileFaults.large);
  const content = await file.arrayBuffer();
  const worker = new Worker(new URL('./file.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<ImportTable>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(tooSlow)), timeout);
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      clearTimeout(timer);
      if ('table' in data) resolve(data.table);
      else reject(new Error(data.fault));
    });
    worker.addEventListener('error', () => {
      clearTimeout(timer);
      reject(new Error(notStarted));
    });
    worker.postMessage({ name: file.name, content }, [content]);
  }).finally(() => worker.terminate());
}
