import { isActive } from '#core/planning/status.ts';
import { areRoundsLate, isEndOpen, type RoundsLeft, roundsLeft, roundsLeftQuestion } from '#core/rounds/left.ts';
import { roundMessages } from '#core/rounds/messages.ts';
import { endsOf } from '../day.ts';
import { type FieldPart, holds, type OfService, type Opened } from '../part.ts';
import { alsoNeeds, screen } from '../screens.ts';

const RoundPage = screen(() => import('./RoundPage.tsx'));
alsoNeeds(() => import('../sensors/qr.ts').then(({ fetchQrReader }) => fetchQrReader()));

const stopRoundsLeft = 'Une ronde prévue sur ce site n’est pas terminée.';

/** Without the right the server would keep every step of a round for the agency: none is offered. */
const leftOf = ({ session, view }: Opened, service?: string): RoundsLeft[] =>
  roundsLeft(
    holds(view, 'executeOwnRound')
      ? view.held.serviceRounds.filter((one) => service === undefined || one.service.id === service)
      : [],
    view.events,
    session.device.agent,
    endsOf(view.day),
  );
/** Those of a tour that are walked on the site of a stop are offered there too (O-029). */
const ofService = (of: OfService): RoundsLeft[] =>
  of.service.circuit
    ? leftOf(of, of.service.circuit).filter(({ round }) => round.site.id === of.service.site?.id)
    : leftOf(of, of.service.id);

export const rounds: FieldPart = {
  name: 'rounds',
  messages: roundMessages,
  serviceScreens: { ronde: RoundPage },
  pages: { ronde: RoundPage, nfc: screen(() => import('./TagPage.tsx')) },
  menu: () => ('NDEFReader' in globalThis ? [{ label: 'Lire un badge NFC', to: 'nfc' }] : []),
  links: (of) => {
    if (!isActive(of.service.status)) return [];
    const left = ofService(of);
    // A tour has its own hours for them.
    const isLate = !of.service.circuit && areRoundsLate(left, of.service, of.session.now());
    return left.map(({ round, done, begun, running }) => ({
      label: round.round.name,
      to: `ronde/${round.uuid}`,
      note: running
        ? 'en cours'
        : `${Math.min(done, round.numberOfExecutions)} sur ${round.numberOfExecutions}${isLate && begun < round.numberOfExecutions ? ' · en retard' : ''}`,
    }));
  },
  beforeEnd: (of) =>
    ofService(of).some(({ round, done, running }) => running !== null || done < round.numberOfExecutions)
      ? of.service.circuit
        ? stopRoundsLeft
        : roundsLeftQuestion
      : null,
  isEndPointOpen: (of) => ofService(of).some(({ round, running }) => isEndOpen(round, running, of.view.events)),
  opening: (of) => {
    const open = leftOf(of).find(({ running }) => running !== null);
    return open ? `ronde/${open.round.uuid}` : null;
  },
};
