import { Document } from '#core/documents/document.ts';
import { DocumentExpiration } from '#core/documents/expirations.ts';
import { extend, module } from '#server/kernel/module.ts';
import { batchHandlers } from './batch.ts';
import { documentExtension } from './documents.ts';
import { documentExpirationExtension } from './expirations.ts';
import { documentPeople } from './people.ts';
import { readingHandlers } from './reading.ts';
import { sendingHandlers } from './sending.ts';
import { variantHandlers } from './variants.ts';

export const documents = module({
  entities: [extend(Document, documentExtension), extend(DocumentExpiration, documentExpirationExtension)],
  calls: [...batchHandlers, ...readingHandlers, ...sendingHandlers, ...variantHandlers],
  people: documentPeople,
});
