// Emergency calls. A call works without data, where the report waits; it is reported too (S-039).
import type { ReactElement } from 'react';
import { telOf } from '#ui/tel.ts';
import field from '../field.module.css';
import type { FieldView } from '../session.ts';
import type { Guard } from './guard.ts';
import classes from './safety.module.css';

const emergency = '112';

/** Without a guard nothing is reported: the agency knows. */
export function Calls({ guard, view }: { guard: Guard | null; view: FieldView }): ReactElement {
  const { safety, agency } = view.held.frame ?? {};
  const phone = safety?.phone ?? agency?.phone ?? null;
  const called = (): void => void guard?.report('call', false);
  return (
    <div className={classes.calls}>
      {phone ? (
        <a className={field.other} href={telOf(phone)} onClick={called}>
          Appeler l’agence · {phone}
        </a>
      ) : null}
      <a className={field.other} href={telOf(emergency)} onClick={called}>
        Appeler les secours · {emergency}
      </a>
    </div>
  );
}
