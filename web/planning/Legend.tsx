// Legend of the planning: every colour and every sign of the grid, drawn as the grid draws them.
import { Button, Popover, Stack, Text } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { IconInfoCircle } from '#ui/icons.ts';
import { ChipSample } from '#ui/TimeGrid/ChipSample.tsx';
import type { GridMark } from '#ui/TimeGrid/types.ts';
import { type Colours, type LegendState, legend } from './chips.ts';
import classes from './Planning.module.css';

export const signs: readonly (readonly [GridMark, string])[] = [
  ['running', 'En cours'],
  ['missed', 'Non réalisé : personne n’est venu'],
  ['late', 'En retard : personne n’a pris le service'],
  ['left', 'Terminé avant l’heure ou interrompu'],
  ['draft', 'Brouillon : jamais publié'],
  ['changed', 'Modifié depuis la publication'],
  ['multiple', 'Plusieurs collaborateurs'],
  ['warning', 'Avertissement d’une règle'],
  ['refused', 'Règle enfreinte'],
  ['locked', 'Verrouillé : terminé ou figé'],
  ['saving', 'Enregistrement en cours'],
];

/** What a customer’s planning does not have: the checks, the publication, and who is away. */
const agencyOnly: ReadonlySet<LegendState | GridMark> = new Set<LegendState | GridMark>([
  ...(['onUnavailable', 'unavailability', 'error'] as const),
  ...(['draft', 'changed', 'warning', 'refused', 'locked', 'saving'] as const),
]);

interface Props {
  colours: Colours | null;
  /** Of the agency's own planning. */
  isWhole: boolean;
}

export function Legend({ colours, isWhole }: Props): ReactElement {
  const isShown = (key: string): boolean => isWhole || !agencyOnly.has(key as LegendState | GridMark);
  return (
    <Popover withinPortal shadow="md" withArrow trapFocus position="bottom-end">
      <Popover.Target>
        <Button variant="default" size="xs" h="2.1rem" leftSection={<IconInfoCircle size={16} />}>
          Légende
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Légende du planning" maw="min(36rem, 96vw)">
        <Stack gap="sm">
          <Part title="Couleurs">
            {Object.entries(legend)
              .filter(([key]) => isShown(key))
              .map(([key, { label, colour }]) => (
                <li key={key}>
                  {key === 'unavailability' ? (
                    <span
                      className={classes.swatch}
                      style={{
                        background: `repeating-linear-gradient(135deg, ${colour} 0 2px, ${colour}38 2px 6px)`,
                      }}
                    />
                  ) : (
                    <ChipSample colour={colour} />
                  )}
                  {label}
                </li>
              ))}
            {colours && (
              <>
                <li>
                  <ChipSample colour={colours.tour} />
                  Tournée
                </li>
                <li>
                  <ChipSample colour={colours.intervention} />
                  Intervention
                </li>
              </>
            )}
          </Part>
          <Part title="Signes">
            {signs
              .filter(([mark]) => isShown(mark))
              .map(([mark, label]) => (
                <li key={mark}>
                  <ChipSample colour={legend.assigned.colour} marks={[mark]} />
                  {label}
                </li>
              ))}
          </Part>
          <Part title="Grille">
            <li>
              <span className={classes.swatch} data-of="today" />
              Aujourd’hui
            </li>
            <li>
              <span className={classes.swatch} data-of="off" />
              Dimanche, jour férié, lendemain
            </li>
            <li>
              <span className={classes.swatch} data-of="now" />
              Heure actuelle, dans la vue Jour
            </li>
            {isWhole && (
              <li>
                <Text span inherit fw={600} c="orange" className={classes.sample}>
                  42h00
                </Text>
                Heures au-delà du contrat ou de la loi
              </li>
            )}
          </Part>
          <Text size="xs" c="dimmed">
            « 4 semaines » est la vue du cycle P4S : quatre semaines à partir du lundi affiché.
          </Text>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }): ReactElement => (
  <div>
    <Text size="xs" fw={600} mb={4}>
      {title}
    </Text>
    <ul className={classes.legend} aria-label={title}>
      {children}
    </ul>
  </div>
);
