// The contacts of a customer, each with the ways to reach them.
import type { ReactElement } from 'react';
import { LineMain, Lines, Mail, Note, Phones } from './parts.tsx';

export interface Contact {
  id: string;
  firstname: string;
  lastname: string;
  position: string | null;
  email: string | null;
  phone: string[] | null;
}

export const Contacts = ({ of }: { of: readonly Contact[] | null | undefined }): ReactElement => (
  <Lines of={of ?? []} keyOf={({ id }) => id} empty="Aucun interlocuteur.">
    {({ firstname, lastname, position, email, phone }) => (
      <>
        <LineMain>
          {firstname} {lastname} <Note>{position}</Note>
        </LineMain>
        <Phones of={phone} />
        <Mail of={email} />
      </>
    )}
  </Lines>
);
