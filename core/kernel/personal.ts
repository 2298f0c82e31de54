// What an entity's rows hold of people, said on the entity: export, preview and erasure of a person derive from it
// (GDPR, art. 15 and 17). A table that is no entity is declared in `people.ts` of its module on the server.

/** What an erasure does with a row that names the person. */
export type Fate =
  /** The row goes, with its history. Of `refs`: the person is taken off the list. */
  | 'remove'
  /** The row stays and names nobody: its column accepts null. */
  | 'unlink'
  /** The row stays under the pseudonym; these fields take these values and lose their history. */
  | { becomes: Readonly<Record<string, string | number | null>> }
  /** The row stays under the pseudonym until the retention rule ends. `keep` is the reason, in French: people read it. */
  | { keep: string; rule: string }
  /** The reference tells nothing of the person; the value is the reason. */
  | { nobodys: string };

/** `label`: the section of an export, in French; absent: the entity's plural. `internal`: left out of the export. */
export type PersonalReference = Fate | { fate: Fate; label?: string; internal?: true };
