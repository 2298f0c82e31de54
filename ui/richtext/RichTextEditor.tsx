// Rich-text editor: it produces exactly what the server accepts.
import { Input } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import type { EditorView } from '@tiptap/pm/view';
import { EditorContent, useEditor } from '@tiptap/react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { fileMessages, isImage } from '#core/files/files.ts';
import { htmlLimit, htmlOfText } from '#core/kernel/html.ts';
import { tooLong } from '#core/kernel/validators.ts';
import { helpBelow } from '../fields/FieldGroup.tsx';
import { formatNumber } from '../format.ts';
import { notifyWarning } from '../notify.ts';
import { extensions } from './extensions.ts';
import { ImageSettings } from './ImageSettings.tsx';
import classes from './RichText.module.css';
import { send } from './sending.ts';
import { Toolbar } from './Toolbar.tsx';

export interface RichTextProps {
  label: string;
  required?: boolean;
  description?: string | undefined;
  error?: string | undefined;
  /** Path of its field. */
  path: string;
  value: string;
  max?: number | undefined;
  /** False: the place of the text has no files. */
  pictures?: boolean;
  onChange(html: string): void;
  onBlur(): void;
}

/** The counter appears near the limit. */
const nearEnd = 0.9;

const htmlOf = (editor: Editor): string => (editor.isEmpty ? '' : editor.getHTML());

function insertPictures(view: EditorView, files: readonly File[], at: number): void {
  const type = view.state.schema.nodes.fileImage;
  const taken = files.filter((file) => isImage(file.type));
  if (taken.length < files.length) notifyWarning(fileMessages.invalid);
  if (!type || taken.length === 0) return;
  const nodes = taken.map((file) => type.create({ pending: send(file), alt: file.name.replace(/\.[^.]*$/, '') }));
  const tr = view.state.tr;
  // A paragraph after the last one, to continue typing.
  const paragraph = view.state.schema.nodes.paragraph?.create();
  const place = view.state.doc.resolve(at);
  const after = place.depth === 0 ? at : place.after(1);
  const isLast = after >= view.state.doc.content.size;
  view.dispatch(tr.insert(after, isLast && paragraph ? [...nodes, paragraph] : nodes).scrollIntoView());
}

/** Handled: nothing of it is inserted. */
function refusePictures(): true {
  notifyWarning('Ce texte ne prend pas d’images.');
  return true;
}

const filesOf = (from: DataTransfer | null): File[] => [...(from?.files ?? [])];

export default function RichTextEditor(props: RichTextProps): ReactNode {
  const { label, required = false, description, error, path, value, max = htmlLimit, onChange, onBlur } = props;
  const { pictures = true } = props;
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const on = useRef({ onChange, onBlur });
  on.current = { onChange, onBlur };
  /** The form's value as this editor knows it, and the HTML that its initial value produces. */
  const known = useRef(value);
  const first = useRef({ value, html: '' });
  const [length, setLength] = useState(value.length);

  const editor = useEditor({
    extensions,
    content: htmlOfText(value),
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: {
        id: `${id}-text`,
        class: `${classes.text} ${classes.content}`,
        role: 'textbox',
        tabindex: '0',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        'data-path': path,
      },
      handlePaste: (view, event) => {
        const files = filesOf(event.clipboardData).filter((file) => isImage(file.type));
        // Text with a picture (from a word processor) is pasted as text.
        const words = event.clipboardData?.getData('text/plain').trim() ?? '';
        if (files.length === 0 || words !== '') return false;
        if (!pictures) return refusePictures();
        insertPictures(view, files, view.state.selection.to);
        return true;
      },
      handleDrop: (view, event, _slice, moved) => {
        const files = filesOf(event.dataTransfer);
        if (moved || files.length === 0) return false;
        event.preventDefault();
        if (!pictures) return refusePictures();
        insertPictures(
          view,
          files,
          view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? view.state.doc.content.size,
        );
        return true;
      },
    },
    onCreate: ({ editor: made }) => {
      first.current.html = htmlOf(made);
    },
    onUpdate: ({ editor: changed }) => {
      const html = htmlOf(changed);
      // Back at the initial content: return the initial value, whatever its notation.
      known.current = html === first.current.html ? first.current.value : html;
      setLength(html.length);
      on.current.onChange(known.current);
    },
    onBlur: () => on.current.onBlur(),
  });

  // Another text from outside: a restored draft, a resolved conflict.
  useEffect(() => {
    if (value === known.current) return;
    known.current = value;
    editor.commands.setContent(htmlOfText(value), { emitUpdate: false });
    first.current = { value, html: htmlOf(editor) };
    setLength(value.length);
  }, [value, editor]);

  useEffect(() => {
    const described = [description && `${id}-help`, error && `${id}-fault`].filter(Boolean).join(' ');
    const setAria = (): void => {
      const { dom } = editor.view;
      dom.setAttribute('aria-describedby', described);
      dom.setAttribute('aria-invalid', String(Boolean(error)));
      dom.setAttribute('aria-required', String(required));
    };
    // The editor mounts slightly later than this component.
    if (editor.isInitialized) setAria();
    else editor.on('create', setAria);
    return () => void editor.off('create', setAria);
  }, [editor, id, description, error, required]);

  const over = length > max;
  return (
    <Input.Wrapper
      label={label}
      required={required}
      description={description}
      error={error}
      labelElement="div"
      labelProps={{ id: `${id}-label`, onClick: () => editor.commands.focus() }}
      descriptionProps={{ id: `${id}-help` }}
      errorProps={{ id: `${id}-fault` }}
      {...helpBelow}
    >
      <div className={classes.frame} data-fault={error || over ? true : undefined}>
        <div className={classes.tools}>
          <Toolbar
            editor={editor}
            controls={`${id}-text`}
            label={`Mise en forme : ${label}`}
            onPicture={pictures ? () => picker.current?.click() : null}
          />
          <ImageSettings editor={editor} />
        </div>
        <EditorContent editor={editor} />
        {length > max * nearEnd && (
          <div className={classes.counter} data-over={over || undefined} role="status">
            {over ? tooLong(max) : `${formatNumber(length)} / ${formatNumber(max)} caractères`}
          </div>
        )}
        <input
          ref={picker}
          type="file"
          accept="image/jpeg,image/png,image/gif,image/webp"
          multiple
          hidden
          aria-label="Choisir des images"
          onChange={(event) => {
            insertPictures(editor.view, [...(event.currentTarget.files ?? [])], editor.state.selection.to);
            event.currentTarget.value = '';
          }}
        />
      </div>
    </Input.Wrapper>
  );
}
