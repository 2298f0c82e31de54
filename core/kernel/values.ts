// What some kinds hold, as the wire says it.

export interface Reference {
  id: string;
  name: string;
}

/** What is known of a file; its content is fetched by its url. */
export interface StoredFile {
  id: string;
  name: string;
  mimeType: string;
  /** Bytes. */
  size: number;
  /** Under the API's root, for a signed-in caller. */
  url: string;
}

export interface Address {
  street: string | null;
  zipcode: string | null;
  city: string | null;
  country: string | null;
  location: { latitude: number; longitude: number } | null;
}
