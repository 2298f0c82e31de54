// The tenant's mark and name; no other brand stands anywhere.
import type { ReactElement } from 'react';
import { tenant } from '../client/tenant.ts';
import classes from './Brand.module.css';

export function Brand({ size = 'small' }: { size?: 'small' | 'large' }): ReactElement {
  const { name, logoUrl } = tenant();
  return (
    <div className={classes.brand} data-size={size}>
      {logoUrl ? (
        <img className={classes.logo} src={logoUrl} alt="" />
      ) : (
        <svg className={classes.mark} viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 2.6 20.4 6v6.2c0 4.8-3.5 8-8.4 9.2-4.9-1.2-8.4-4.4-8.4-9.2V6Z" />
          <circle cx="12" cy="11.6" r="2.7" />
        </svg>
      )}
      <span className={classes.name}>{name}</span>
    </div>
  );
}
