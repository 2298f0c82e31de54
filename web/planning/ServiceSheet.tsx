import type { ReactElement } from 'react';
import { Service } from '#core/planning/service.ts';
import { EntityDialog } from '#ui/EntityDialog/index.tsx';
import type { SheetProps } from '#ui/shell/screen.ts';
import { ServiceHosts } from './ServiceHosts.tsx';
import { useServiceExtras } from './serviceExtras.tsx';

/** A service, above any screen. */
export default function ServiceSheet(props: SheetProps): ReactElement {
  const extras = useServiceExtras(props.id);
  return (
    <>
      <EntityDialog of={Service} extras={extras} {...props} />
      <ServiceHosts />
    </>
  );
}
