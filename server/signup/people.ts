// Tables of sign-up. A pending sign-up has no account yet; it is forgotten after a day.
import { type Held, nobodys } from '#server/privacy/personal.ts';

export const signUpPeople: Held = {
  sign_ups: {
    label: 'Inscription en ligne',
    where: 't.user_id = any (:users)',
    account: true,
    hides: ['hash'],
    fate: 'withAccount',
  },
  ...nobodys({
    agency_first_steps: 'les premiers pas des agences',
    sample_rows: 'les fiches d’exemple',
  }),
};
