// The act of publishing, with its undo.
import { publishServices } from '#core/planning/calls.ts';
import { undoPublication, undoTime } from '#core/planning/publication-calls.ts';
import { actKey, call } from '#ui/client/call.ts';
import { plural } from '#ui/format.ts';
import { notifyInfo } from '#ui/notify.ts';
import { attempt, remember, undoing } from './acts.ts';

/** `told`: the number of people who will be told. */
export const publish = (services: readonly string[], notify: boolean, told: number): Promise<void> =>
  attempt(async () => {
    const { published, publication } = await call(publishServices, { input: { services, notify }, key: actKey() });
    if (publication === null) {
      notifyInfo('Tout était déjà publié');
      return;
    }
    const done = plural(published, 'service publié', 'services publiés');
    const isTold = notify && told > 0;
    const label = isTold
      ? `${done} ; ${plural(told, 'personne sera prévenue', 'personnes seront prévenues')} dans une minute`
      : done;
    const undo = () => call(undoPublication, { params: { id: publication } });
    remember(label, () => undoing(undo, services), {
      lasts: undoTime * 1_000,
      undone: `Publication annulée${isTold ? ' : personne ne sera prévenu' : ''}`,
    });
  }, services);
