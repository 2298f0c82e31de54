// Chooses the file store of the installation.
import type { Environment } from '#server/environment.ts';
import { s3Store } from './s3.ts';
import { type FileStore, folderStore } from './store.ts';

export const fileStoreOf = ({ s3Url, dataDir }: Pick<Environment, 's3Url' | 'dataDir'>): FileStore =>
  s3Url ? s3Store(s3Url, dataDir) : folderStore(dataDir);
