// The way from the agent's home to the field application, and what still waits there on this device (decision 77).
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { fieldWaiting } from '#ui/client/field-device.ts';
import { useStore } from '#ui/client/store.ts';
import { plural } from '#ui/format.ts';
import { IconDeviceMobile } from '#ui/icons.ts';
import { useMenus } from '#ui/shell/screen.ts';
import classes from './Home.module.css';

export function FieldLink(): ReactElement | null {
  const waiting = useStore(fieldWaiting);
  const screen = useMenus()
    .flatMap(({ items }) => items)
    .find(({ name }) => name === 'terrain');
  if (!screen) return null;
  return (
    <Link to={screen.path} className={classes.item ?? ''}>
      <IconDeviceMobile size={20} stroke={1.5} aria-hidden className={classes.icon ?? ''} />
      <span className={classes.words}>
        <span className={classes.label}>
          {waiting ? `Mode terrain : ${plural(waiting, 'élément')} à transmettre` : screen.label}
        </span>
        <span className={classes.description}>
          {waiting ? 'Votre agence ne les a pas encore reçus : ouvrez-le avec votre code.' : screen.description}
        </span>
      </span>
    </Link>
  );
}
