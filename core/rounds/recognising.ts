// Which checkpoint a tag or a QR code is.

export interface ReadTag {
  /** Of an NFC tag; null: a QR code. */
  serial: string | null;
  /** The texts on the tag, or of the QR code. */
  texts: readonly string[];
}

interface Known {
  tagId: string | null;
  code: string | null;
}

/** What is kept of a read: the number of the tag, or the text of the QR code. */
export const tagValue = ({ serial, texts }: ReadTag): string => (serial ?? texts[0] ?? '').slice(0, 200);

/** Readers write the same number with or without separators. */
const bare = (text: string): string => text.replace(/[^0-9a-z]/gi, '').toUpperCase();

export function recognised<P extends Known>({ serial, texts }: ReadTag, points: readonly P[]): P[] {
  const said = new Set([...(serial ? [serial] : []), ...texts].map(bare).filter(Boolean));
  return points.filter(({ tagId, code }) =>
    [tagId && serial ? tagId : null, code].some((own) => own !== null && own !== '' && said.has(bare(own))),
  );
}
