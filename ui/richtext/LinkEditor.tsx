// Popover for the address of a link.
import { Button, Group, Popover, TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { isLink } from '#core/kernel/html.ts';
import { email } from '#core/kernel/validators.ts';

interface LinkEditorProps {
  editor: Editor;
  opened: boolean;
  onClose(): void;
  /** The button it is attached to. */
  children: ReactNode;
}

/** Accepts « vigie.example » and « a@vigie.example », as people type them. */
export function addressOf(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return null;
  if (isLink(text)) return text;
  if (!text.includes('/') && email(text) === null) return `mailto:${text}`;
  if (/^\+?[\d\s().-]{6,}$/.test(text)) return `tel:${text.replace(/[^+\d]/g, '')}`;
  return /^[^\s:]+\.[^\s:]+/.test(text) && !/^[a-z]+:/i.test(text) ? `https://${text.replace(/^\/+/, '')}` : null;
}

/** Escape closes only this popover: a dialog below must not receive it. */
const own = { 'data-mantine-stop-propagation': true };

export function LinkEditor({ editor, opened, onClose, children }: LinkEditorProps): ReactNode {
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    if (!opened) return;
    setTyped(String(editor.getAttributes('link').href ?? ''));
    setFault(null);
  }, [opened, editor]);

  const close = (): void => {
    onClose();
    editor.commands.focus();
  };
  const remove = (): void => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    onClose();
  };
  const apply = (): void => {
    const href = addressOf(typed);
    if (href === null) {
      setFault('Adresse invalide');
      return;
    }
    const chain = editor.chain().focus().extendMarkRange('link');
    // Without a selection, the address is also the text.
    if (editor.state.selection.empty && !editor.isActive('link')) {
      chain.insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] }).run();
    } else chain.setLink({ href }).run();
    onClose();
  };
  const keys = (event: KeyboardEvent): void => {
    // Neither the arrow keys of the toolbar nor Enter of the form.
    event.stopPropagation();
    if (event.key === 'Enter') {
      event.preventDefault();
      apply();
    } else if (event.key === 'Escape') close();
  };

  return (
    <Popover
      opened={opened}
      onChange={(open) => !open && onClose()}
      trapFocus
      // The button already has the ARIA attributes.
      withRoles={false}
      shadow="md"
      width={300}
      position="bottom-start"
    >
      <Popover.Target>
        <span>{children}</span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Lien" onKeyDown={keys} {...own}>
        <TextInput
          label="Adresse"
          placeholder="https://"
          value={typed}
          error={fault}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setFault(null);
          }}
          data-autofocus
          {...own}
        />
        <Group justify="space-between" mt="sm" gap="xs">
          <Button variant="default" size="compact-sm" onClick={remove} disabled={!editor.isActive('link')} {...own}>
            Retirer le lien
          </Button>
          <Button size="compact-sm" onClick={apply} {...own}>
            Appliquer
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
