// Menu entry of the user's own record.
import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { IconIdBadge2 } from '#ui/icons.ts';

/** The address of the open record. */
export const ownRecordPlace = { to: '/user', search: { fiche: 1 } } as const;

export const OwnRecordItem = (): ReactElement => (
  <Menu.Item
    leftSection={<IconIdBadge2 size={16} aria-hidden />}
    component={Link}
    {...(ownRecordPlace as unknown as { to: string })}
  >
    Ma fiche
  </Menu.Item>
);
