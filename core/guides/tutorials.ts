// Tutorials: a tree of categories with their documents, saved as a whole by the platform (AB-020..AB-022), read by the
// agents and the staff of agencies as far as their role and their rights allow (C-060).
import type { Right } from '../rights.ts';

/** The roles list excludes platform staff and customers (C-060). */
export const tutorialRoles = {
  owner: 'Responsable d’agence',
  staff: 'Équipe de l’agence',
  agent: 'Collaborateur planifiable',
} as const;
export type TutorialRole = keyof typeof tutorialRoles;
export const tutorialRoleNames = Object.keys(tutorialRoles) as [TutorialRole, ...TutorialRole[]];

interface Limited {
  /** Empty: every role. */
  roles: readonly TutorialRole[];
  /** One of these rights is enough; empty: none is asked for. */
  isGranted: readonly Right[];
}

export interface GuideFile {
  id: string;
  name: string;
  mimeType: string;
  size: number;
}

export interface TutorialDocument extends Limited {
  id: string;
  /** An explanatory phrase. */
  label: string;
  file: GuideFile;
}

export interface TutorialCategory extends Limited {
  id: string;
  label: string;
  /** The address of its video. */
  src: string;
  documents: readonly TutorialDocument[];
  children: readonly TutorialCategory[];
}

/** Levels of categories below each other. */
export const deepestCategory = 3;
export const mostCategories = 50;

export interface Reader {
  roles: readonly TutorialRole[];
  can(rights: readonly Right[]): boolean;
}

const isOpen = ({ roles, isGranted }: Limited, reader: Reader): boolean =>
  (roles.length === 0 || roles.some((role) => reader.roles.includes(role))) &&
  (isGranted.length === 0 || reader.can(isGranted));

/** What the reader may see: a closed category closes everything below it. */
export const openTutorials = <C extends TutorialCategory>(tree: readonly C[], reader: Reader): C[] =>
  tree
    .filter((category) => isOpen(category, reader))
    .map((category) => ({
      ...category,
      documents: category.documents.filter((document) => isOpen(document, reader)),
      children: openTutorials(category.children, reader),
    }));

/** Every document of the tree. */
export const documentsOf = (tree: readonly TutorialCategory[]): TutorialDocument[] =>
  tree.flatMap(({ documents, children }) => [...documents, ...documentsOf(children)]);
