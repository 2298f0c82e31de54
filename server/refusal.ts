// A start that cannot go on for a reason its operator can act upon: the message is the one French sentence shown.
export class Refusal extends Error {
  override name = 'Refusal';
}
