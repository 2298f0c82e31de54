// What a module adds to the field application: its messages, its screens and its lines on a service. `parts.ts` lists them.
// Screens come by `screen()` (screens.ts): what is loaded before the home stays small, and the rest follows at once.
import type { ComponentType } from 'react';
import type { FieldMessage } from '#core/kernel/field-message.ts';
import type { Right } from '#core/rights.ts';
import type { DayService } from './day.ts';
import type { FieldSession, FieldView } from './session.ts';

export interface Opened {
  session: FieldSession;
  view: FieldView;
}

export interface OfService extends Opened {
  service: DayService;
}

export interface OfPage extends Opened {
  /** What follows the screen's name in the address, decoded. */
  rest: readonly string[];
}

export interface FieldLink {
  label: string;
  /** After `/terrain/service/{id}/`. */
  to: string;
  /** « 2 sur 6 ». */
  note?: string;
}

export interface FieldPart {
  name: string;
  // biome-ignore lint/suspicious/noExplicitAny: a message is typed by its own payload.
  messages?: readonly FieldMessage<any>[];
  /** At `/terrain/service/{id}/{name}/…`. */
  serviceScreens?: Readonly<Record<string, ComponentType<OfService & OfPage>>>;
  /** At `/terrain/{name}/…`. */
  pages?: Readonly<Record<string, ComponentType<OfPage>>>;
  /** Lines of the menu that open a page. */
  menu?(view: FieldView): readonly { label: string; to: string }[];
  /** Beside the steps of a service, on its screen and at home. */
  links?(of: OfService): readonly FieldLink[];
  /** Shown on every screen while the store is open, above its content: an alarm, a detector. It may render nothing. */
  Watch?: ComponentType<Opened>;
  /** At the end of every sheet while the store is open: a sheet covers what `Watch` shows. */
  InSheet?: ComponentType<Opened>;
  /** Asked before a step that ends a service: a sentence with « quand même », or null. N-053, N-066. */
  beforeEnd?(of: OfService): string | null;
  /** A round of the service has its last checkpoint not read (N-051): its end asks for a photo. */
  isEndPointOpen?(of: OfService): boolean;
  /** The address to open first, after `/terrain/`, while something of this part is under way (B-010). */
  opening?(of: Opened): string | null;
}

/** Whether the person of this device has the right, as far as the device knows. */
export const holds = ({ held }: FieldView, right: Right): boolean => held.frame?.person.rights.includes(right) ?? false;
