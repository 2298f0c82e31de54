// Settings of the selected picture: size, proportions, alternative text.
import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { type ReactNode, useEffect, useState } from 'react';
import { widestImage } from '#core/kernel/html.ts';
import { IconTrash } from '../icons.ts';
import type { ImageAttributes } from './FileImage.tsx';
import { IconLock, IconLockOpen } from './icons.ts';
import classes from './RichText.module.css';
import { heightFor, type Size, widthFor } from './resize.ts';

type Side = keyof Size;

const names: Record<Side, string> = { width: 'Largeur (px)', height: 'Hauteur (px)' };
const tallest = widestImage * 4;

export function ImageSettings({ editor }: { editor: Editor }): ReactNode {
  const image = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      now.isActive('fileImage') ? (now.getAttributes('fileImage') as ImageAttributes) : null,
  });
  const [locked, setLocked] = useState(true);
  if (!image?.file) return null;
  const { width, height, alt } = image;
  const update = (changes: Partial<ImageAttributes>): void => {
    editor.commands.updateAttributes('fileImage', changes);
  };
  const resize = (side: Side, value: number): void => {
    if (!locked || !width || !height) {
      update({ [side]: value });
      return;
    }
    const wide = Math.min(widestImage, side === 'width' ? value : widthFor(value, { width, height }));
    const isTyped = side === 'height' && wide < widestImage;
    update({ width: wide, height: isTyped ? value : heightFor(wide, { width, height }) });
  };
  const Lock = locked ? IconLock : IconLockOpen;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame
    <div className={classes.image} role="group" aria-label="Image sélectionnée">
      <SideInput side="width" value={width} most={widestImage} onChange={(value) => resize('width', value)} />
      <Tooltip label={locked ? 'Proportions conservées' : 'Proportions libres'}>
        <ActionIcon
          variant={locked ? 'light' : 'default'}
          size={30}
          aria-label="Conserver les proportions"
          aria-pressed={locked}
          onClick={() => setLocked(!locked)}
        >
          <Lock size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <SideInput side="height" value={height} most={tallest} onChange={(value) => resize('height', value)} />
      <TextInput
        className={classes.alt}
        size="xs"
        label="Texte alternatif"
        maxLength={500}
        value={alt}
        onChange={(event) => update({ alt: event.currentTarget.value })}
      />
      <Tooltip label="Retirer l’image">
        <ActionIcon
          variant="default"
          size={30}
          aria-label="Retirer l’image"
          onClick={() => editor.chain().focus().deleteSelection().run()}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

/** Applied on blur or Enter: « 1 » on the way to « 120 » must not shrink the picture. */
function SideInput({
  side,
  value,
  most,
  onChange,
}: {
  side: Side;
  value: number | null;
  most: number;
  onChange(value: number): void;
}): ReactNode {
  const [typed, setTyped] = useState('');
  useEffect(() => setTyped(value === null ? '' : String(value)), [value]);
  const take = (): void => {
    const next = Number(typed);
    if (Number.isInteger(next) && next >= 1 && next <= most && next !== value) onChange(next);
    else setTyped(value === null ? '' : String(value));
  };
  return (
    <TextInput
      className={classes.side}
      size="xs"
      label={names[side]}
      inputMode="numeric"
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value.replace(/\D/g, ''))}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        take();
      }}
    />
  );
}
