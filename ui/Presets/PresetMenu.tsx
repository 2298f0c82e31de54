// Saved filters of a page: apply, save, rename, replace, mark as favourite (D-008 to D-016).
import { Button, Menu } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Filters } from '#core/kernel/query.ts';
import type { PageConfig, Preset } from '#core/session/session.ts';
import { confirm } from '../confirm.tsx';
import {
  IconBookmark,
  IconChevronDown,
  IconChevronUp,
  IconDeviceFloppy,
  IconFilterOff,
  IconPencil,
  IconReplace,
  IconStar,
  IconStarFilled,
  IconStarOff,
  IconTrash,
} from '../icons.ts';
import { notifyInfo, notifyProblem, notifySuccess } from '../notify.ts';
import classes from './Presets.module.css';
import { addPreset, changePreset, favourPreset, presetsOf, removePreset } from './presets.ts';

const PresetName = lazy(() => import('./PresetName.tsx'));

interface PresetMenuProps {
  config: PageConfig;
  filters: Filters;
  onApply(filters: Filters): void;
  onSave(config: PageConfig): Promise<void>;
}

const size = 16;

export function PresetMenu({ config, filters, onApply, onSave }: PresetMenuProps): ReactNode {
  const [unfolded, setUnfolded] = useState<string | null>(null);
  // Null: no dialog; otherwise the preset to rename, or 'new'.
  const [naming, setNaming] = useState<Preset | 'new' | null>(null);
  const presets = presetsOf(config);

  const save = (next: PageConfig, then: () => void): void => {
    onSave(next).then(then).catch(notifyProblem);
  };
  const saved = (label: string) => (): void => void notifySuccess(`Filtre ${label} sauvegardé`);

  const name = (label: string): void => {
    const preset = naming;
    setNaming(null);
    if (preset === 'new') save(addPreset(config, label, filters), saved(label));
    else if (preset) save(changePreset(config, preset.key, { label }), saved(label));
  };
  const favour = ({ key, label, favorite }: Preset): void =>
    save(favourPreset(config, favorite ? null : key), () =>
      favorite ? notifyInfo(`${label} n'est plus le filtre par défaut`) : notifySuccess(`Filtre par défaut : ${label}`),
    );
  const overwrite = async ({ key, label }: Preset): Promise<void> => {
    const sure = await confirm({ title: label, message: 'Le filtre sera remplacé', confirmLabel: 'Écraser' });
    if (sure) save(changePreset(config, key, { filters }), saved(label));
  };
  const remove = async ({ key, label }: Preset): Promise<void> => {
    const message = 'Le filtre ne sera plus récupérable';
    const sure = await confirm({ title: label, message, confirmLabel: 'Supprimer', danger: true });
    if (sure) save(removePreset(config, key), () => notifySuccess('Filtre supprimé'));
  };

  return (
    <>
      <Menu
        position="bottom-start"
        shadow="md"
        width={280}
        withInitialFocusPlaceholder={false}
        onClose={() => setUnfolded(null)}
      >
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconBookmark size={size} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            <span className={classes.words}>Filtres enregistrés</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {presets.length === 0 && <Menu.Label>Aucun filtre enregistré</Menu.Label>}
          {presets.map((preset) => {
            const open = unfolded === preset.key;
            const Fold = open ? IconChevronUp : IconChevronDown;
            return (
              <div key={preset.key} className={classes.preset}>
                <Menu.Item
                  className={classes.name}
                  leftSection={
                    preset.favorite ? (
                      <IconStarFilled size={14} aria-label="Par défaut" />
                    ) : (
                      <IconBookmark size={14} aria-hidden />
                    )
                  }
                  onClick={() => onApply(preset.filters)}
                >
                  {preset.label}
                </Menu.Item>
                <Menu.Item
                  className={classes.fold}
                  closeMenuOnClick={false}
                  aria-label={`Modifier le filtre ${preset.label}`}
                  aria-expanded={open}
                  onClick={() => setUnfolded(open ? null : preset.key)}
                >
                  <Fold size={14} aria-hidden />
                </Menu.Item>
                {open && (
                  <div className={classes.acts}>
                    <Menu.Item
                      leftSection={preset.favorite ? <IconStarOff size={size} /> : <IconStar size={size} />}
                      onClick={() => favour(preset)}
                    >
                      {preset.favorite ? 'Ne plus définir par défaut' : 'Définir par défaut'}
                    </Menu.Item>
                    <Menu.Item leftSection={<IconReplace size={size} />} onClick={() => void overwrite(preset)}>
                      Écraser
                    </Menu.Item>
                    <Menu.Item leftSection={<IconPencil size={size} />} onClick={() => setNaming(preset)}>
                      Renommer
                    </Menu.Item>
                    <Menu.Item color="red" leftSection={<IconTrash size={size} />} onClick={() => void remove(preset)}>
                      Supprimer
                    </Menu.Item>
                  </div>
                )}
              </div>
            );
          })}
          <Menu.Divider />
          <Menu.Item leftSection={<IconFilterOff size={size} aria-hidden />} onClick={() => onApply({})}>
            Réinitialiser
          </Menu.Item>
          <Menu.Item leftSection={<IconDeviceFloppy size={size} aria-hidden />} onClick={() => setNaming('new')}>
            Sauvegarder
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {naming && (
        <Suspense>
          <PresetName label={naming === 'new' ? '' : naming.label} onName={name} onClose={() => setNaming(null)} />
        </Suspense>
      )}
    </>
  );
}
