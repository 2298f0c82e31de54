// What can be written: exactly the elements of core/kernel/html.ts.
import { type AnyExtension, mergeAttributes } from '@tiptap/core';
import HardBreak from '@tiptap/extension-hard-break';
import Heading from '@tiptap/extension-heading';
import Link from '@tiptap/extension-link';
import StarterKit from '@tiptap/starter-kit';
import { isLink, linkSchemes } from '#core/kernel/html.ts';
import { FileImage } from './FileImage.tsx';

/** Titles from elsewhere keep their rank among the two that exist here. */
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
  // Where it opens is said where it is read.
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
    // It would change a text that nobody touched.
    trailingNode: false,
    dropcursor: { color: 'var(--mantine-primary-color-filled)', width: 2 },
  }),
  TwoHeadings,
  Break,
  PlainLink,
  FileImage,
];
