import { module } from '#server/kernel/module.ts';
import { nobodys } from '#server/privacy/personal.ts';
import { marginHandlers } from './handlers.ts';

export const margins = module({
  calls: marginHandlers,
  people: nobodys({ margin_months: 'sommes par client, site et contrat' }),
});
