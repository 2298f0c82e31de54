// JSON values of some kinds of fields.

export interface Reference {
  id: string;
  name: string;
}

/** Metadata of a file; its url serves the content. */
export interface StoredFile {
  id: string;
  name: string;
  mimeType: string;
  /** Bytes. */
  size: number;
  /** Relative to the API's root, for a signed-in caller. */
  url: string;
  /** Its content has not arrived yet from the phone that announced it. */
  awaited?: true | undefined;
}

export interface Address {
  street: string | null;
  zipcode: string | null;
  city: string | null;
  country: string | null;
  location: { latitude: number; longitude: number } | null;
}
