// List of circuits: services with stops (O-001).
import type { ReactElement } from 'react';
import type { ScreenProps } from '#ui/shell/screen.ts';
import Services from './Services.tsx';

const initial = { isCircuit: true, activityType: 6 };
const filters = { isCircuit: true };

export default function Circuits(props: ScreenProps): ReactElement {
  return <Services {...props} initial={initial} filters={filters} />;
}
