// The instructions of a site that the agent has not confirmed since their last change.
import { instructionRead } from '#core/sites/instruction-message.ts';
import type { DayService } from '../day.ts';
import type { FieldView } from '../session.ts';

export type Instruction = FieldView['held']['siteInstructions'][number];

export const instructionsOf = ({ held }: FieldView, { site }: DayService): Instruction[] =>
  held.siteInstructions.filter((one) => site !== null && one.site?.id === site.id);

export function unreadOf(view: FieldView, service: DayService): Instruction[] {
  const confirmed = new Set(
    view.events.flatMap(({ type, payload }) =>
      type === instructionRead.type ? [(payload as { instruction: string }).instruction] : [],
    ),
  );
  return instructionsOf(view, service).filter(({ id, readAt }) => !readAt && !confirmed.has(id));
}
