// The tenant's logo and name; no other brand is shown.
import type { ReactElement } from 'react';
import { initialOf, type Tenant, usesProductLogo } from '#core/tenant.ts';
import { tenant } from '../client/tenant.ts';
import classes from './Brand.module.css';

type Marked = Pick<Tenant, 'name' | 'logoUrl' | 'logoDarkUrl'>;

function Mark({ name, logoUrl, logoDarkUrl }: Marked): ReactElement {
  if (logoUrl) {
    return (
      <>
        <img className={classes.logo} src={logoUrl} alt="" data-ground={logoDarkUrl ? 'light' : 'any'} />
        {logoDarkUrl ? <img className={classes.logo} src={logoDarkUrl} alt="" data-ground="dark" /> : null}
      </>
    );
  }
  if (!usesProductLogo({ name, logoUrl })) {
    return (
      <span className={classes.initial} aria-hidden="true">
        {initialOf(name)}
      </span>
    );
  }
  return (
    <svg className={classes.mark} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 2.6 20.4 6v6.2c0 4.8-3.5 8-8.4 9.2-4.9-1.2-8.4-4.4-8.4-9.2V6Z" />
      <circle cx="12" cy="11.6" r="2.7" />
    </svg>
  );
}

export function Brand({ size = 'small' }: { size?: 'small' | 'large' }): ReactElement {
  const own = tenant();
  return (
    <div className={classes.brand} data-size={size}>
      <Mark {...own} />
      <span className={classes.name}>{own.name}</span>
    </div>
  );
}
