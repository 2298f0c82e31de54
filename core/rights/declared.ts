// The declaration of a right.

export type RightSet = 'collaborator' | 'customer' | 'admin' | 'full';

export interface Declared {
  label: string;
  needs?: readonly string[];
  /** The default sets that include it; absent: admin and full. */
  in?: readonly RightSet[];
  /** The right alone is not enough: the caller must be the agency's owner (decision 10) or platform staff. Not in the editor. */
  only?: 'owner' | 'platform';
}

export type Areas = Record<string, Record<string, Declared>>;
