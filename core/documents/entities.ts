import type { Entity } from '../kernel/entity.ts';
import { Document } from './document.ts';
import { DocumentExpiration } from './expirations.ts';
import { DocumentFolder } from './folder.ts';

export const documentEntities: readonly Entity[] = [Document, DocumentFolder, DocumentExpiration];
