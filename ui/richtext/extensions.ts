// The elements that can be written: exactly those of core/kernel/html.ts.
import { type AnyExtension, mergeAttributes } from '@tiptap/core';
import HardBreak from '@tiptap/extension-hard-break';
import Heading from '@tiptap/extension-heading';
import Link from '@tiptap/extension-link';
import StarterKit from '@tiptap/starter-kit';
import { isLink, linkSchemes } from '#core/kernel/html.ts';
import { FileImage } from './FileImage.tsx';

/** Pasted headings are mapped to the two levels allowed here. */
const TwoHeadings = Heading.extend({
  parseHTML: () => [
    { tag: 'h1', attrs: { level: 2 } },
    { tag: 'h2', attrs: { level: 2 } },
    ...['h3', 'h4', 'h5', 'h6'].map((tag) => ({ tag, attrs: { level: 3 } })),
  ],
}).configure({ levels: [2, 3] });

/** Ctrl+Enter saves the form. */
const Break = HardBreak.extend({
  addKeyboardShortcuts() {
    return { 'Shift-Enter': () => this.editor.commands.setHardBreak() };
  },
});

const PlainLink = Link.extend({
  // The target is set when the text is rendered.
  renderHTML: ({ HTMLAttributes: { href } }) => ['a', mergeAttributes({ href }), 0],
}).configure({
  openOnClick: false,
  autolink: true,
  defaultProtocol: 'https',
  protocols: [...linkSchemes],
  isAllowedUri: (address) => isLink(address),
  shouldAutoLink: (address) => isLink(address),
});

export const extensions: AnyExtension[] = [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    heading: false,
    hardBreak: false,
    link: false,
    // It would change an untouched text.
    trailingNode: false,
    dropcursor: { color: 'var(--mantine-primary-color-filled)', width: 2 },
  }),
  TwoHeadings,
  Break,
  PlainLink,
  FileImage,
];
