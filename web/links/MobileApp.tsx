// « Application mobile »: from the app stores, or from the browser if there is none (B-041, AG-012).
import { Button, Group, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { tenant } from '#ui/client/tenant.ts';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { Section } from '../account/Section.tsx';
import { HomeScreen, OpenElsewhere } from './HomeScreen.tsx';
import classes from './links.module.css';
import { stores } from './stores.ts';

export default function MobileApp({ title, description }: ScreenProps): ReactElement {
  const links = stores();
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      <Section title="Télécharger">
        {links.length > 0 ? (
          <Group gap="xs">
            {links.map(({ name, url }) => (
              <Button key={url} component="a" href={url} target="_blank" rel="noopener" size="md" variant="default">
                {name}
              </Button>
            ))}
          </Group>
        ) : (
          <Text c="dimmed">
            {tenant().name} n’a pas encore d’application dans les magasins. Tout fonctionne dans le navigateur du
            téléphone, sans rien installer.
          </Text>
        )}
      </Section>
      {links.length > 0 ? null : (
        <>
          <OpenElsewhere />
          <HomeScreen />
        </>
      )}
    </div>
  );
}
