// Which checkpoint a tag or a QR code is.

export interface ReadTag {
  /** Of an NFC tag; null: a QR code. */
  serial: string | null;
  /** The texts on the tag, or of the QR code. */
  texts: readonly string[];
}

export interface KnownTag {
  tagId: string | null;
  code: string | null;
}

/**
 * What is kept of a read: the number of the tag, or the text of the QR code. Of a point without the number of a tag, the
 * text that is its code.
 */
export function tagValue({ serial, texts }: ReadTag, point: KnownTag | null = null): string {
  const own = point && !point.tagId ? texts.find((text) => isOwnTag(text, point)) : undefined;
  return (own ?? serial ?? texts[0] ?? '').slice(0, 200);
}

/** Readers write the same number with or without separators. */
const bare = (text: string): string => text.replace(/[^0-9a-z]/gi, '').toUpperCase();

/** What was kept of a read is the tag or the code of this point. */
export const isOwnTag = (tag: string, { tagId, code }: KnownTag): boolean =>
  [tagId, code].some((own) => Boolean(own) && bare(own as string) === bare(tag));

export function recognised<P extends KnownTag>({ serial, texts }: ReadTag, points: readonly P[]): P[] {
  const said = new Set([...(serial ? [serial] : []), ...texts].map(bare).filter(Boolean));
  return points.filter(({ tagId, code }) =>
    [tagId && serial ? tagId : null, code].some((own) => own !== null && own !== '' && said.has(bare(own))),
  );
}
