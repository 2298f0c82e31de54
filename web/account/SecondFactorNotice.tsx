// Recommends the second factor to platform staff on every screen, because they can open every agency.
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { recall, remember } from '#ui/client/device.ts';
import { useSession } from '#ui/client/session.ts';
import { IconShieldLock } from '#ui/icons.ts';
import classes from '../session/notices.module.css';

const place = 'second-factor.later';
const rest = 7 * 86_400_000;

const isPutOff = (): boolean => Date.now() - Number(recall(place) ?? 0) < rest;

export function SecondFactorNotice(): ReactElement | null {
  const { flags, acting, user } = useSession();
  const [later, setLater] = useState(isPutOff);
  if (!flags.isSupport || acting || user.secondFactor || later) return null;
  const putOff = (): void => {
    remember(place, String(Date.now()));
    setLater(true);
  };
  return (
    <div className={classes.banner} data-tone="advice" role="status">
      <IconShieldLock size={16} aria-hidden />
      <span>Votre compte ouvre toutes les agences : protégez-le par la validation en deux étapes.</span>
      <Button size="compact-sm" component={Link} to="/user">
        Activer
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={putOff}>
        Plus tard
      </Button>
    </div>
  );
}
