import { isActive } from '#core/planning/status.ts';
import { areRoundsLate, isEndOpen, type RoundsLeft, roundsLeft, roundsLeftQuestion } from '#core/rounds/left.ts';
import { roundMessages } from '#core/rounds/messages.ts';
import { endsOf } from '../day.ts';
import { type FieldPart, holds, type OfService, type Opened } from '../part.ts';
import { alsoNeeds, screen } from '../screens.ts';

const RoundPage = screen(() => import('./RoundPage.tsx'));
alsoNeeds(() => import('../sensors/qr.ts').then(({ fetchQrReader }) => fetchQrReader()));

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
const ofService = (of: OfService): RoundsLeft[] => leftOf(of, of.service.id);

export const rounds: FieldPart = {
  name: 'rounds',
  messages: roundMessages,
  serviceScreens: { ronde: RoundPage },
  pages: { ronde: RoundPage, nfc: screen(() => import('./TagPage.tsx')) },
  menu: () => ('NDEFReader' in globalThis ? [{ label: 'Lire un badge NFC', to: 'nfc' }] : []),
  links: (of) => {
    if (!isActive(of.service.status)) return [];
    const left = ofService(of);
    const isLate = areRoundsLate(left, of.service, of.session.now());
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
      ? roundsLeftQuestion
      : null,
  isEndPointOpen: (of) => ofService(of).some(({ round, running }) => isEndOpen(round, running, of.view.events)),
  opening: (of) => {
    const open = leftOf(of).find(({ running }) => running !== null);
    return open ? `ronde/${open.round.uuid}` : null;
  },
};
