import { module } from '#server/kernel/module.ts';
import { emailHandlers } from './emails.ts';
import { findLostMails } from './lost.ts';
import { mailPeople } from './people.ts';
import { sendMail } from './send.ts';

export const mail = module({
  calls: emailHandlers,
  jobs: [sendMail, findLostMails],
  people: mailPeople,
});
