/** A start that fails for a reason that the user can correct. The user sees only the message. */
export class StartError extends Error {
  override readonly name = "StartError";
}
