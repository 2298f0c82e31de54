// A picture in the text: a stored file with its id, or a mark while it is uploaded.
import { Node } from '@tiptap/core';
import { type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react';
import { type ReactNode, useEffect } from 'react';
import { fileMessages } from '#core/files/files.ts';
import { pendingAttribute } from '#core/kernel/html.ts';
import { report } from '../files/unsent.ts';
import { Picture } from './Picture.tsx';
import classes from './RichText.module.css';
import type { Size } from './resize.ts';
import { sendAgain, useSending } from './sending.ts';

export interface ImageAttributes {
  file: string | null;
  pending: string | null;
  alt: string;
  width: number | null;
  height: number | null;
}

const pixels = (element: HTMLElement, name: string): number | null => {
  const value = Number(element.getAttribute(name));
  return Number.isInteger(value) && value > 0 ? value : null;
};

const attribute = (name: string, key: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => element.getAttribute(name),
  renderHTML: (attributes: Record<string, unknown>) => (attributes[key] ? { [name]: attributes[key] } : {}),
});

const side = (name: 'width' | 'height') => ({
  default: null,
  parseHTML: (element: HTMLElement) => pixels(element, name),
  renderHTML: (attributes: Record<string, unknown>) => (attributes[name] ? { [name]: attributes[name] } : {}),
});

export const FileImage = Node.create({
  name: 'fileImage',
  group: 'block',
  draggable: true,
  addAttributes: () => ({
    file: attribute('data-file', 'file'),
    pending: attribute(pendingAttribute, 'pending'),
    alt: { default: '', parseHTML: (element: HTMLElement) => element.getAttribute('alt') ?? '' },
    width: side('width'),
    height: side('height'),
  }),
  // Pictures by URL or embedded content are not accepted.
  parseHTML: () => [{ tag: 'img[data-file]' }, { tag: `img[${pendingAttribute}]` }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
  addNodeView: () => ReactNodeViewRenderer(ImageView),
});

function ImageView({ node, editor, getPos, selected, deleteNode }: NodeViewProps): ReactNode {
  const { file, pending, alt, width, height } = node.attrs as ImageAttributes;
  const sending = useSending(file ? null : pending);
  const arrived = sending?.state === 'sent' ? sending : null;
  useEffect(() => {
    const at = getPos();
    if (!arrived || at === undefined) return;
    const attributes = { ...node.attrs, file: arrived.file, pending: null, ...arrived.size };
    editor.view.dispatch(editor.state.tr.setNodeMarkup(at, undefined, attributes).setMeta('addToHistory', false));
  }, [arrived, editor, getPos, node]);

  const state = file ? null : !sending || sending.state === 'failed' ? 'failed' : 'sending';
  useEffect(() => {
    if (state === null) return;
    // A save waits for the upload.
    const own = Symbol();
    report(own, { sending: state === 'sending' ? 1 : 0, failed: state === 'failed' ? 1 : 0 });
    // After the form has the text with the file.
    return () => void setTimeout(() => report(own, null));
  }, [state]);

  const size: Size | null = width && height ? { width, height } : null;
  const preview = sending && sending.state !== 'sent' ? sending.preview : null;
  return (
    <NodeViewWrapper as="figure" className={classes.figure} data-selected={selected || undefined} data-drag-handle>
      {file ? <Picture file={file} alt={alt} size={size} /> : preview && <img src={preview} alt={alt} />}
      {state === 'sending' && (
        <span className={classes.sending} role="status">
          Téléchargement…
        </span>
      )}
      {state === 'failed' && (
        <span className={classes.failed} contentEditable={false}>
          {fileMessages.failed}
          {sending && pending && (
            <button type="button" onClick={() => void sendAgain(pending)}>
              Réessayer
            </button>
          )}
          <button type="button" onClick={deleteNode}>
            Retirer
          </button>
        </span>
      )}
    </NodeViewWrapper>
  );
}
