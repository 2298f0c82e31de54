// The help of the current screen: its purpose, notes, keys, and who to ask.
import { Anchor, Button, Drawer, Kbd, List, Stack, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { useSession } from '#ui/client/session.ts';
import { tenant } from '#ui/client/tenant.ts';
import { useMenus } from '#ui/shell/screen.ts';
import { ScreenVideos, useScreenVideos } from '../guides/ScreenVideos.tsx';
import type { Here } from './HelpButton.tsx';
import classes from './help.module.css';
import { homeNotes, notes } from './notes.ts';

const FeedbackForm = lazy(() => import('../guides/FeedbackForm.tsx'));

const keys: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['Ctrl', 'K'], 'Chercher une fiche, un écran ou une action'],
  [['/'], 'Chercher dans la liste'],
  [['N'], 'Ajouter'],
  [['↑', '↓'], 'Aller d’une ligne à l’autre'],
  [['Entrée'], 'Ouvrir la ligne'],
  [['Espace'], 'Sélectionner la ligne'],
  [['E'], 'Modifier la fiche ouverte'],
  [['Ctrl', 'Entrée'], 'Enregistrer'],
  [['Échap'], 'Fermer'],
];

export default function HelpPanel({ here, onClose }: { here: Here | null; onClose(): void }): ReactElement {
  const items = useMenus().flatMap((group) => group.items);
  const { scope, agency, asker, acting } = useSession();
  const videos = useScreenVideos(here?.name);
  const [isProposing, setProposing] = useState(false);
  // Platform staff follow the requests, they write none.
  const mayPropose = tenant().modules.feedback && agency !== null && (asker.platform === null || acting);
  // A phone has no keys.
  const withKeys = !useMediaQuery('(pointer: coarse), (max-width: 48em)', false, { getInitialValueInEffect: false });
  const shown =
    here?.name === 'home' && scope in homeNotes
      ? homeNotes[scope as keyof typeof homeNotes]
      : (notes[here?.name ?? ''] ?? []);
  const offers = (name: string): boolean => items.some((item) => item.name === name);
  return (
    <Drawer opened onClose={onClose} position="right" size="sm" title="Aide">
      <Stack gap="lg">
        {here ? (
          <Part title={here.label}>
            <Text size="sm">{here.description}</Text>
            {shown.length > 0 ? (
              <List size="sm" spacing={6} mt="xs">
                {shown.map((note) => (
                  <List.Item key={note}>{note}</List.Item>
                ))}
              </List>
            ) : null}
          </Part>
        ) : null}
        {videos.length > 0 ? (
          <Part title="En vidéo">
            <ScreenVideos videos={videos} />
          </Part>
        ) : null}
        {withKeys && (
          <Part title="Raccourcis clavier">
            <dl className={classes.keys}>
              {keys.map(([of, what]) => (
                <div key={what}>
                  <dt>
                    {of.map((key) => (
                      <Kbd key={key} size="xs">
                        {key}
                      </Kbd>
                    ))}
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </Part>
        )}
        <Part title="Besoin d’aide ?">
          <Stack gap={6}>
            {offers('contactAgence') ? (
              <Anchor component={Link} to="/terrain/contactAgence" size="sm" onClick={onClose}>
                Contacter l’agence
              </Anchor>
            ) : null}
            {offers('about') ? (
              <Anchor component={Link} to="/about" size="sm" onClick={onClose}>
                À propos : version et contacts
              </Anchor>
            ) : null}
          </Stack>
        </Part>
        {mayPropose ? (
          <Part title="Une idée ?">
            {isProposing ? (
              <Suspense fallback={null}>
                <FeedbackForm page={here?.name ?? null} onDone={() => setProposing(false)} />
              </Suspense>
            ) : (
              <Button variant="default" size="compact-md" onClick={() => setProposing(true)}>
                Proposer une amélioration
              </Button>
            )}
          </Part>
        ) : null}
      </Stack>
    </Drawer>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }): ReactElement => (
  <section>
    <Title order={2} size="h3" mb="xs">
      {title}
    </Title>
    {children}
  </section>
);
