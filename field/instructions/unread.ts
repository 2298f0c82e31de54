// The instructions of a site that the agent has not confirmed since their last change.
import { instructionRead } from '#core/sites/instruction-message.ts';
import type { FieldView } from '../session.ts';

export type Instruction = FieldView['held']['siteInstructions'][number];

export const instructionsOf = ({ held }: FieldView, site: string | undefined): Instruction[] =>
  held.siteInstructions.filter((one) => site !== undefined && one.site?.id === site);

export function unreadOf(view: FieldView, site: string | undefined): Instruction[] {
  const confirmed = new Set(
    view.events.flatMap(({ type, payload }) =>
      type === instructionRead.type ? [(payload as { instruction: string }).instruction] : [],
    ),
  );
  return instructionsOf(view, site).filter(({ id, readAt }) => !readAt && !confirmed.has(id));
}
