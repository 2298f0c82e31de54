// Changes of the tree of tutorials while it is edited. Pure.
import type { GuideFile, TutorialRole } from '#core/guides/tutorials.ts';

export interface EditedDocument {
  id: string;
  label: string;
  file: GuideFile | null;
  roles: TutorialRole[];
  isGranted: string[];
}

export interface EditedCategory {
  id: string;
  label: string;
  src: string;
  roles: TutorialRole[];
  isGranted: string[];
  documents: EditedDocument[];
  children: EditedCategory[];
}

export const newCategory = (id: string): EditedCategory => ({
  ...{ id, label: '', src: '', roles: [], isGranted: [], documents: [], children: [] },
});

/** The category of this id replaced by what `change` makes of it; null removes it. */
export const changed = (
  tree: readonly EditedCategory[],
  id: string,
  change: (category: EditedCategory) => EditedCategory | null,
): EditedCategory[] =>
  tree.flatMap((category) => {
    const next = category.id === id ? change(category) : category;
    return next ? [{ ...next, children: changed(next.children, id, change) }] : [];
  });

/** One place up or down among its siblings. */
export const moved = (tree: readonly EditedCategory[], id: string, by: 1 | -1): EditedCategory[] => {
  const at = tree.findIndex((category) => category.id === id);
  if (at < 0) return tree.map((category) => ({ ...category, children: moved(category.children, id, by) }));
  const to = at + by;
  if (to < 0 || to >= tree.length) return [...tree];
  const next = [...tree];
  const [taken] = next.splice(at, 1);
  next.splice(to, 0, taken as EditedCategory);
  return next;
};

/** AB-022: why the tree cannot be saved yet; null: it can. */
export const unfinished = (
  tree: readonly EditedCategory[],
  addressFault: (address: string) => string | null,
): string | null => {
  for (const { label, src, documents, children } of tree) {
    if (label.trim() === '') return 'Chaque catégorie a un libellé.';
    if (addressFault(src.trim()) !== null) return `« ${label} » : le lien de la vidéo commence par https://`;
    if (documents.some((document) => document.label.trim() === '' || !document.file?.name.trim()))
      return `« ${label} » : chaque document a un libellé, un nom et un fichier.`;
    const below = unfinished(children, addressFault);
    if (below !== null) return below;
  }
  return null;
};
