import type { Entity } from '../kernel/entity.ts';
import { Document } from './document.ts';
import { DocumentFolder } from './folder.ts';

export const documentEntities: readonly Entity[] = [Document, DocumentFolder];
