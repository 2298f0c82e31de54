// Stops the start for a reason that the operator can fix: the message is the French sentence to show.
export class Refusal extends Error {
  override name = 'Refusal';
}
