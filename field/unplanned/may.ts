import { holds } from '../part.ts';
import type { FieldView } from '../session.ts';

/** N-067, as far as the device knows. */
export const mayBegin = (view: FieldView): boolean =>
  holds(view, 'createService') || (view.held.frame?.agency.unplanned === true && holds(view, 'createOwnService'));
