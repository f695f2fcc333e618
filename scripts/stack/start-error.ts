/** A start that cannot go on for a reason the person at the terminal can mend; its message is all they see. */
export class StartError extends Error {
  override readonly name = "StartError";
}
