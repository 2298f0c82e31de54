// « Demandes d’améliorations » (AB-037), as the platform follows them.
import type { ReactElement } from 'react';
import { Feedback } from '#core/guides/feedback.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { EntityTable } from '#ui/Table/EntityTable.tsx';

export default function Feedbacks({ page, title, description }: ScreenProps): ReactElement {
  return <EntityTable of={Feedback} page={page} title={title} description={description} add={false} />;
}
