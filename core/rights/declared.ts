// What a right is declared with.

export type RightSet = 'collaborator' | 'customer' | 'admin' | 'full';

export interface Declared {
  label: string;
  needs?: readonly string[];
  /** The default sets that hold it; absent: admin and full. */
  in?: readonly RightSet[];
  /** Holding the key is not enough: the agency's owner (decision 10) or platform staff must ask. Not in the editor. */
  only?: 'owner' | 'platform';
}

export type Areas = Record<string, Record<string, Declared>>;
