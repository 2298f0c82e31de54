// The replacement dialogs outside the grid.
import type { ReactElement } from 'react';
import { AnomaliesHost } from './AnomaliesHost.tsx';
import { CoverHost } from './Cover.tsx';

export default function Replacement(): ReactElement {
  return (
    <>
      <CoverHost />
      <AnomaliesHost />
    </>
  );
}
