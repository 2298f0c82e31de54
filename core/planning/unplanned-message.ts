// The start of a service that nobody planned (N-067), as a phone reports it. The service has the id that the phone chose: its
// later steps may be recorded before the server knows of it.
import * as z from 'zod';
import { fieldMessage, messageId, messageText } from '../kernel/field-message.ts';
import { activityType } from './activity.ts';

export const unplannedStart = fieldMessage({
  type: 'unplanned-service',
  label: 'Service non planifié',
  payload: z.strictObject({
    site: messageId,
    activityType: activityType.nullish(),
    content: messageText(2_000).nullish(),
  }),
  words: ({ content }) => ['Prise de service non planifié', content].filter(Boolean).join(' : '),
});
