// Toolbar of the editor: one Tab stop, arrow keys between its buttons.
import { ActionIcon, Tooltip } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { IconArrowBackUp } from '../icons.ts';
import {
  type Icon,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconH2,
  IconH3,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPhoto,
  IconUnderline,
} from './icons.ts';
import { LinkEditor } from './LinkEditor.tsx';
import classes from './RichText.module.css';

interface ToolbarProps {
  editor: Editor;
  /** Id of the text it controls. */
  controls: string;
  label: string;
  onPicture: (() => void) | null;
}

interface Tool {
  key: string;
  label: string;
  icon: Icon;
  keys?: string;
  active?: boolean;
  disabled?: boolean;
  /** Set: the button opens a popover, which is open or not. */
  opened?: boolean;
  run(): void;
}

const iconSize = 17;

export function Toolbar({ editor, controls, label, onPicture }: ToolbarProps): ReactNode {
  const root = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState('bold');
  const [linking, setLinking] = useState(false);
  const is = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      underline: now.isActive('underline'),
      h2: now.isActive('heading', { level: 2 }),
      h3: now.isActive('heading', { level: 3 }),
      bullets: now.isActive('bulletList'),
      numbers: now.isActive('orderedList'),
      quote: now.isActive('blockquote'),
      link: now.isActive('link'),
      image: now.isActive('fileImage'),
      mayUndo: now.can().undo(),
      mayRedo: now.can().redo(),
    }),
  });
  const act = () => editor.chain().focus();
  const groups: Tool[][] = [
    [
      {
        key: 'bold',
        label: 'Gras',
        keys: 'Ctrl B',
        icon: IconBold,
        active: is.bold,
        run: () => act().toggleBold().run(),
      },
      {
        key: 'italic',
        label: 'Italique',
        keys: 'Ctrl I',
        icon: IconItalic,
        active: is.italic,
        run: () => act().toggleItalic().run(),
      },
      {
        key: 'underline',
        label: 'Souligné',
        keys: 'Ctrl U',
        icon: IconUnderline,
        active: is.underline,
        run: () => act().toggleUnderline().run(),
      },
    ],
    [
      { key: 'h2', label: 'Titre', icon: IconH2, active: is.h2, run: () => act().toggleHeading({ level: 2 }).run() },
      {
        key: 'h3',
        label: 'Sous-titre',
        icon: IconH3,
        active: is.h3,
        run: () => act().toggleHeading({ level: 3 }).run(),
      },
    ],
    [
      {
        key: 'bullets',
        label: 'Liste à puces',
        icon: IconList,
        active: is.bullets,
        run: () => act().toggleBulletList().run(),
      },
      {
        key: 'numbers',
        label: 'Liste numérotée',
        icon: IconListNumbers,
        active: is.numbers,
        run: () => act().toggleOrderedList().run(),
      },
      {
        key: 'quote',
        label: 'Citation',
        icon: IconBlockquote,
        active: is.quote,
        run: () => act().toggleBlockquote().run(),
      },
    ],
    [
      {
        key: 'link',
        label: 'Lien',
        icon: IconLink,
        active: is.link,
        disabled: is.image,
        opened: linking,
        run: () => setLinking(true),
      },
      ...(onPicture ? [{ key: 'picture', label: 'Image', icon: IconPhoto, run: onPicture }] : []),
    ],
    [
      {
        key: 'undo',
        label: 'Annuler la frappe',
        keys: 'Ctrl Z',
        icon: IconArrowBackUp,
        disabled: !is.mayUndo,
        run: () => act().undo().run(),
      },
      {
        key: 'redo',
        label: 'Rétablir la frappe',
        keys: 'Ctrl Y',
        icon: IconArrowForwardUp,
        disabled: !is.mayRedo,
        run: () => act().redo().run(),
      },
    ],
  ];

  const onArrow = (event: KeyboardEvent<HTMLDivElement>): void => {
    const buttons = [...(root.current?.querySelectorAll<HTMLElement>('[data-tool]') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    const next = buttons.at(to % buttons.length);
    setStop(next?.dataset.tool ?? stop);
    next?.focus();
  };

  const button = ({ key, label: name, keys, icon: Picture, active, disabled, opened, run }: Tool): ReactNode => (
    <Tooltip key={key} label={keys ? `${name} (${keys})` : name}>
      <ActionIcon
        variant={active ? 'light' : 'subtle'}
        color={active ? 'accent' : 'gray'}
        size="md"
        aria-label={name}
        aria-pressed={active}
        {...(opened === undefined ? {} : { 'aria-haspopup': 'dialog', 'aria-expanded': opened })}
        // Disabled buttons stay focusable and are read out as disabled.
        aria-disabled={disabled || undefined}
        data-disabled={disabled ?? false}
        data-tool={key}
        tabIndex={key === stop ? 0 : -1}
        onFocus={() => setStop(key)}
        // Keep the selection of the text.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => !disabled && run()}
      >
        <Picture size={iconSize} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );

  return (
    <div
      ref={root}
      role="toolbar"
      aria-label={label}
      aria-controls={controls}
      className={classes.toolbar}
      onKeyDown={onArrow}
    >
      {groups.map((tools, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups never change
        <span key={index} style={{ display: 'contents' }}>
          {index > 0 && <span className={classes.separator} aria-hidden />}
          {tools.map((tool) =>
            tool.key === 'link' ? (
              <LinkEditor key="link" editor={editor} opened={linking} onClose={() => setLinking(false)}>
                {button(tool)}
              </LinkEditor>
            ) : (
              button(tool)
            ),
          )}
        </span>
      ))}
    </div>
  );
}
