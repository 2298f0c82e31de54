// Notes that the user has not read or confirmed: one request for the menu badge and the notice of the home screen.
import type { UseQueryResult } from '@tanstack/react-query';
import type { Output } from '#core/kernel/endpoint.ts';
import { waitingInformationNotes } from '#core/notes/note.ts';
import { useCall } from '#ui/client/queries.tsx';

/** Name of the screen of received notes. */
export const receivedNotes = 'my-information-notes';

/** Only for sessions with a profile of the agency. */
export const useWaiting = (): UseQueryResult<Output<typeof waitingInformationNotes>> =>
  useCall(waitingInformationNotes, { mount: 'agent' });
