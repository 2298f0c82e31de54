// Splits a PDF that holds the papers of many people, and finds whose each part is, by the text of its pages.

export interface Person {
  id: string;
  firstname: string;
  lastname: string;
  registrationNumber: string | null;
}

/** How the person was found: both his number and his name, or one of them. */
export const foundBy = { BOTH: 'Matricule et nom', NUMBER: 'Matricule', NAME: 'Nom' } as const;
export type FoundBy = keyof typeof foundBy;

export interface Part {
  /** Pages, from 1, both included. */
  from: number;
  to: number;
  /** Null: nobody, or more than one. */
  person: string | null;
  by: FoundBy | null;
  /** More than one: a person must choose. */
  candidates: string[];
  /** The first words of its first page. */
  excerpt: string;
}

/** Without accents, case and signs; one blank between words and at both ends. */
export const folded = (text: string): string =>
  ` ${text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

interface Known {
  id: string;
  /** In either order. */
  names: string[];
  number: string | null;
}

/** A number of fewer than three signs, or without a digit, is found by chance on any page. */
const usable = (number: string | null): string | null =>
  number && /\d/.test(number) && number.replaceAll(/[^\p{L}\p{N}]/gu, '').length >= 3 ? folded(number) : null;

const known = (people: readonly Person[]): Known[] =>
  people.map(({ id, firstname, lastname, registrationNumber }) => ({
    id,
    names: firstname && lastname ? [folded(`${lastname} ${firstname}`), folded(`${firstname} ${lastname}`)] : [],
    number: usable(registrationNumber),
  }));

type Found = ReadonlyMap<string, FoundBy>;

/** Everybody under the longest word of his name and of his number, so that a page is compared with few people. */
function byWord(people: readonly Known[]): Map<string, Set<Known>> {
  const index = new Map<string, Set<Known>>();
  for (const one of people)
    for (const text of [one.names[0], one.number]) {
      if (!text) continue;
      const word = text
        .trim()
        .split(' ')
        .reduce((longest, next) => (next.length > longest.length ? next : longest));
      const same = index.get(word) ?? new Set();
      index.set(word, same.add(one));
    }
  return index;
}

function peopleOn(page: string, index: ReadonlyMap<string, ReadonlySet<Known>>): Found {
  const found = new Map<string, FoundBy>();
  const maybe = new Set([...new Set(page.trim().split(' '))].flatMap((word) => [...(index.get(word) ?? [])]));
  for (const { id, names, number } of maybe) {
    const byName = names.some((name) => page.includes(name));
    const byNumber = number !== null && page.includes(number);
    if (byName || byNumber) found.set(id, byName && byNumber ? 'BOTH' : byName ? 'NAME' : 'NUMBER');
  }
  // Number and name together leave no doubt: a name alone beside them is a signatory, a number alone an amount.
  const sure = [...found].filter(([, by]) => by === 'BOTH');
  return sure.length > 0 ? new Map(sure) : found;
}

/**
 * `marker`: a part begins on each page that has this text, such as « Bulletin de paie ». Without it, on each page that
 * names somebody else. A page that names nobody is then a part of its own: it must never follow another person's paper.
 */
export function partsOf(pages: readonly string[], people: readonly Person[], marker = ''): Part[] {
  const all = byWord(known(people));
  const mark = folded(marker).trim();
  const read = pages.map((text) => {
    const page = folded(text);
    return { found: peopleOn(page, all), isFirst: mark !== '' && page.includes(` ${mark} `), text };
  });
  const keyOf = (found: Found): string => [...found.keys()].toSorted((one, other) => (one < other ? -1 : 1)).join(' ');
  const parts: { from: number; pages: typeof read }[] = [];
  for (const [index, page] of read.entries()) {
    const last = parts.at(-1);
    const before = last?.pages.at(-1);
    const begins =
      !before || (mark === '' ? page.found.size === 0 || keyOf(page.found) !== keyOf(before.found) : page.isFirst);
    if (begins) parts.push({ from: index + 1, pages: [page] });
    else last?.pages.push(page);
  }
  return parts.map(({ from, pages: own }): Part => {
    const found = new Map<string, FoundBy>();
    for (const page of own) for (const [id, by] of page.found) if (found.get(id) !== 'BOTH') found.set(id, by);
    const [only] = found.size === 1 ? [...found] : [];
    return {
      from,
      to: from + own.length - 1,
      person: only?.[0] ?? null,
      by: only?.[1] ?? null,
      candidates: only ? [] : [...found.keys()],
      excerpt: (own[0]?.text ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 120),
    };
  });
}
