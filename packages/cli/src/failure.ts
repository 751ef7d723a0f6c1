/** The program cannot do what it was asked to; the message says why and what to do next. */
export class Failure extends Error {
  override readonly name = "Failure";
}
