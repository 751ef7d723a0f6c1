/** Something that a person may do with an instance from the page. */
export interface ActionOffer {
  /** What `act` is called with, such as `approve`. */
  readonly name: string;
  /** What stands on the button, such as `Approve`. */
  readonly label: string;
  /** What it does, in a sentence that is read before pressing it. */
  readonly what: string;
  /** What the person has to write, such as `Instruction for the next attempt`; absent when nothing. */
  readonly asksFor?: string;
}

/** What became of it. `message` is shown to the person, and says what to do when it was refused. */
export interface ActionTaken {
  readonly isDone: boolean;
  readonly message: string;
}
