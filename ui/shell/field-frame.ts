// Whether a screen of the desk is shown inside the field application. There, steps of a service are taken on the field's own
// screen, which writes them on the phone first: a call of the desk would fail without a network.
import { createContext } from 'react';

export const FieldFrame = createContext(false);
