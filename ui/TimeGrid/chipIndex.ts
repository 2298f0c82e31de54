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
    if (before.length === 0) {
      this.#ids = null;
      for (const chip of next) this.#add(chip);
      return new Set(this.#rows.keys());
    }
    // Most chips keep their position: only the others are looked at.
    const gone = new Set<GridChip>();
    const candidates: GridChip[] = [];
    for (let at = 0; at < before.length || at < next.length; at += 1) {
      const [one, other] = [before[at], next[at]];
      if (one === other) continue;
      if (one) gone.add(one);
      if (other) candidates.push(other);
    }
    const come = candidates.filter((chip) => !gone.delete(chip));
    const touched = new Set<RowId>();
    for (const chip of gone) {
      touched.add(chip.row);
      this.#ids?.delete(chip.id);
    }
    for (const row of touched) {
      const kept = (this.#rows.get(row) ?? []).filter((chip) => !gone.has(chip));
      if (kept.length > 0) this.#rows.set(row, kept);
      else this.#rows.delete(row);
    }
    for (const chip of come) {
      touched.add(chip.row);
      this.#add(chip);
      this.#ids?.set(chip.id, chip);
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

  /** The map is built on first use, then kept up to date: building it takes milliseconds at 10,000 chips. */
  byId(id: string): GridChip | undefined {
    this.#ids ??= new Map(this.#chips.map((chip) => [chip.id, chip]));
    return this.#ids.get(id);
  }

  get all(): readonly GridChip[] {
    return this.#chips;
  }
}
