// Index of the chips by row. A changed chip invalidates the rows it leaves and enters, no other.
import type { GridChip } from './types.ts';

type RowId = string | null;

export class ChipIndex {
  #chips: readonly GridChip[] = [];
  #rows = new Map<RowId, GridChip[]>();
  #ids: Map<string, GridChip> | null = null;

  /** Returns the rows whose chips changed. */
  update(next: readonly GridChip[]): ReadonlySet<RowId> {
    const before = this.#chips;
    if (next === before) return new Set();
    this.#chips = next;
    this.#ids = null;
    if (before.length === 0) {
      for (const chip of next) this.#add(chip);
      return new Set(this.#rows.keys());
    }
    let from = 0;
    const shorter = Math.min(before.length, next.length);
    while (from < shorter && before[from] === next[from]) from += 1;
    let same = 0;
    while (same < shorter - from && before[before.length - 1 - same] === next[next.length - 1 - same]) same += 1;
    // Between the common start and the common end: chips that changed, and chips that only changed their position.
    const gone = new Set(before.slice(from, before.length - same));
    const come: GridChip[] = [];
    for (let at = from; at < next.length - same; at += 1) {
      const chip = next[at] as GridChip;
      if (!gone.delete(chip)) come.push(chip);
    }
    const touched = new Set<RowId>();
    for (const chip of gone) touched.add(chip.row);
    for (const row of touched) {
      const kept = (this.#rows.get(row) ?? []).filter((chip) => !gone.has(chip));
      if (kept.length > 0) this.#rows.set(row, kept);
      else this.#rows.delete(row);
    }
    for (const chip of come) {
      touched.add(chip.row);
      this.#add(chip);
    }
    return touched;
  }

  #add(chip: GridChip): void {
    const row = this.#rows.get(chip.row);
    if (row) row.push(chip);
    else this.#rows.set(chip.row, [chip]);
  }

  of(row: RowId): readonly GridChip[] {
    return this.#rows.get(row) ?? [];
  }

  /** The map is built on first use: painting does not need it. */
  byId(id: string): GridChip | undefined {
    this.#ids ??= new Map(this.#chips.map((chip) => [chip.id, chip]));
    return this.#ids.get(id);
  }

  get all(): readonly GridChip[] {
    return this.#chips;
  }
}
