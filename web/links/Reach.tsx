// Contact links: phone, e-mail, address.
import { Button, Group, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { IconMail, IconMapPin, IconPhoneCall } from '#ui/icons.ts';
import { telOf } from '#ui/tel.ts';
import classes from './links.module.css';

interface Props {
  phones: readonly string[];
  email: string | null;
  /** One string per line. */
  address?: readonly string[];
  /** Shown if there is no contact at all. */
  none: string;
}

export function Reach({ phones, email, address = [], none }: Props): ReactElement {
  if (phones.length === 0 && !email && address.length === 0) return <Text c="dimmed">{none}</Text>;
  return (
    <div className={classes.reach}>
      <Group gap="xs">
        {phones.map((phone, rank) => (
          <Button
            key={phone}
            component="a"
            href={telOf(phone)}
            size="md"
            variant={rank === 0 ? 'filled' : 'default'}
            leftSection={<IconPhoneCall size={18} aria-hidden />}
          >
            {phone}
          </Button>
        ))}
        {email ? (
          <Button
            component="a"
            href={`mailto:${email}`}
            size="md"
            variant="default"
            leftSection={<IconMail size={18} aria-hidden />}
          >
            {email}
          </Button>
        ) : null}
      </Group>
      {address.length > 0 ? (
        <address className={classes.address}>
          <IconMapPin size={18} aria-hidden />
          <span>
            {address.map((line) => (
              <span key={line} className={classes.line}>
                {line}
              </span>
            ))}
          </span>
        </address>
      ) : null}
    </div>
  );
}
