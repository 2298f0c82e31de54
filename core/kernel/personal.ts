// Personal data in an entity's rows, declared on the entity. Export, preview and erasure of a person derive from it
// (GDPR, art. 15 and 17). Tables without an entity declare theirs in `people.ts` of their server module.

/** What an erasure does with a row that names the person. */
export type Fate =
  /** Deletes the row and its history. For `refs`: takes the person off the list. */
  | 'remove'
  /** Keeps the row without the person: its column accepts null. */
  | 'unlink'
  /** Keeps the row under the pseudonym; these fields take these values and lose their history. */
  | { becomes: Readonly<Record<string, string | number | null>> }
  /** Keeps the row under the pseudonym until the retention rule ends. `keep` is the reason shown to people, in French. */
  | { keep: string; rule: string }
  /** The reference says nothing about the person; the value is the reason. */
  | { nobodys: string };

/** `label`: the section of the export, in French; absent: the entity's plural. `internal`: left out of the export. */
export type PersonalReference = Fate | { fate: Fate; label?: string; internal?: true };
