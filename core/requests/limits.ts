// Apart from the entities: a telephone loads them without the kinds of fields.
export const longestText = 5_000;
export const longestMessage = 2_000;
