import { module } from '../kernel/module.ts';
import * as batchCalls from './batch.ts';
import * as documentCalls from './calls.ts';
import { documentEntities } from './entities.ts';
import { customerDocument, documentReceived } from './notifications.ts';
import * as sendingCalls from './sending.ts';
import { agentsDocuments, customersDocuments } from './variants.ts';

export const documents = module({
  entities: documentEntities,
  calls: [batchCalls, documentCalls, sendingCalls, agentsDocuments, customersDocuments],
  notifications: [documentReceived, customerDocument],
});
