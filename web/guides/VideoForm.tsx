// The form of a video (AB-024..AB-027): addresses are added with Enter, each once; each screen has a position.
import { ActionIcon, Button, Group, Modal, NumberInput, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { webAddressFault } from '#core/guides/texts.ts';
import {
  addressTwice,
  descriptionTooLong,
  longestDescription,
  saveTutorialVideo,
  type TutorialVideo,
} from '#core/guides/video-calls.ts';
import { Problem } from '#core/kernel/problem.ts';
import { useAct } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import { FormProblem } from '#ui/credentials/FormProblem.tsx';
import { useMaximised } from '#ui/dialog.ts';
import { IconTrash } from '#ui/icons.ts';
import { askToLeave } from '#ui/leaving.ts';
import { notifySuccess } from '#ui/notify.ts';
import classes from './guides.module.css';
import type { Location } from './locations.ts';

interface Props {
  /** Null: a new one. */
  video: TutorialVideo | null;
  locations: readonly Location[];
  onClose(): void;
}

interface Values {
  title: string;
  description: string;
  urls: readonly string[];
  routes: readonly { id?: string; route: string; label: string; position: number }[];
}

const nothing: Values = { title: '', description: '', urls: [], routes: [] };

export function VideoForm({ video, locations, onClose }: Props): ReactElement {
  const initial: Values = video ?? nothing;
  const [values, setValues] = useState<Values>(initial);
  const [typed, setTyped] = useState('');
  const [urlFault, setUrlFault] = useState<string | null>(null);
  const [key, setKey] = useState(actKey);
  const change = (next: Partial<Values>): void => setValues((before) => ({ ...before, ...next }));
  const { title, description, urls, routes } = values;
  const addUrl = (): readonly string[] | null => {
    const address = typed.trim();
    if (address === '') return urls;
    const fault = urls.includes(address) ? addressTwice : webAddressFault(address);
    setUrlFault(fault);
    if (fault !== null) return null;
    setTyped('');
    change({ urls: [...urls, address] });
    return [...urls, address];
  };
  const save = useAct(async () => {
    // What was typed and not added yet is meant, too.
    const all = addUrl();
    if (all === null) return;
    const known = video ? { id: video.id, version: video.version } : {};
    try {
      await call(saveTutorialVideo, { input: { ...known, title, description, urls: all, routes }, key });
    } catch (error) {
      if (error instanceof Problem) setKey(actKey());
      throw error;
    }
    notifySuccess('Vidéo enregistrée');
    onClose();
  });
  const isChanged = typed !== '' || JSON.stringify(values) !== JSON.stringify(initial);
  const leave = async (): Promise<void> => {
    if (!save.busy && (!isChanged || (await askToLeave()))) onClose();
  };
  const isLong = description.length > longestDescription;
  const free = locations.filter(({ route }) => !routes.some((place) => place.route === route));
  return (
    <Modal
      opened
      onClose={() => void leave()}
      title={video ? video.title : 'Nouvelle vidéo'}
      size="lg"
      fullScreen={useMaximised()}
    >
      <Stack inert={save.busy}>
        <TextInput
          label="Titre"
          required
          maxLength={200}
          value={title}
          error={save.violation('title')}
          onChange={({ currentTarget }) => change({ title: currentTarget.value })}
        />
        <Textarea
          label="Description"
          required
          autosize
          minRows={4}
          maxRows={12}
          description={descriptionTooLong}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={description}
          error={isLong ? descriptionTooLong : save.violation('description')}
          onChange={({ currentTarget }) => change({ description: currentTarget.value })}
        />
        <TextInput
          label="Adresse d’une vidéo"
          description="Entrée pour l’ajouter."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder="https://"
          type="url"
          value={typed}
          error={urlFault ?? save.violation('urls')}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setUrlFault(null);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            addUrl();
          }}
        />
        {urls.length > 0 ? (
          <ul className={classes.list} aria-label="Adresses des vidéos">
            {urls.map((url) => (
              <li key={url} className={classes.line}>
                <Text size="sm" className={classes.main ?? ''}>
                  {url}
                </Text>
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={`Retirer ${url}`}
                  onClick={() => change({ urls: urls.filter((one) => one !== url) })}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </li>
            ))}
          </ul>
        ) : null}
        <Select
          label="Ajouter un emplacement"
          description="L’écran dont l’aide montre la vidéo."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder="Choisir un écran"
          data={free.map(({ route, label }) => ({ value: route, label }))}
          value={null}
          searchable
          nothingFoundMessage="Aucun écran"
          error={save.violation('routes')}
          onChange={(route) => {
            const found = locations.find((one) => one.route === route);
            if (found) change({ routes: [...routes, { ...found, position: 0 }] });
          }}
        />
        {routes.map((place) => (
          <div key={place.route} className={classes.place}>
            <Text size="sm" py={8}>
              {place.label}
            </Text>
            <NumberInput
              label="Position"
              aria-label={`Position : ${place.label}`}
              min={0}
              max={1_000}
              allowDecimal={false}
              value={place.position}
              onChange={(position) =>
                change({
                  routes: routes.map((one) => (one === place ? { ...one, position: Number(position) || 0 } : one)),
                })
              }
            />
            <ActionIcon
              variant="subtle"
              color="red"
              mb={4}
              aria-label={`Retirer ${place.label}`}
              onClick={() => change({ routes: routes.filter((one) => one !== place) })}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </div>
        ))}
        <FormProblem problem={save.problem} />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void leave()}>
            Annuler
          </Button>
          <Button
            loading={save.busy}
            disabled={title.trim() === '' || description.trim() === '' || isLong}
            onClick={() => save.run()}
          >
            Enregistrer
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
