// What a collaborator has not read or not confirmed: the badge of the menu and the notice of the first screen ask once.
import type { UseQueryResult } from '@tanstack/react-query';
import type { Output } from '#core/kernel/endpoint.ts';
import { waitingInformationNotes } from '#core/notes/note.ts';
import { useCall } from '#ui/client/queries.tsx';

/** The name of the screen of received notes. */
export const receivedNotes = 'my-information-notes';

/** For sessions that have a profile of the agency. */
export const useWaiting = (): UseQueryResult<Output<typeof waitingInformationNotes>> =>
  useCall(waitingInformationNotes, { mount: 'agent' });
