// The agency's rounds, with their checkpoints in order and on a map.
import type { ReactElement } from 'react';
import { Round } from '#core/rounds/round.ts';
import type { DialogExtras } from '#ui/EntityDialog/extras.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { EntityTable } from '#ui/Table/EntityTable.tsx';
import { RoundMap } from './RoundMap.tsx';

const extras: DialogExtras = { below: { Parcours: RoundMap } };

export default function Rounds({ page, title, description, add }: ScreenProps): ReactElement {
  return <EntityTable of={Round} page={page} title={title} description={description} add={add} extras={extras} />;
}
