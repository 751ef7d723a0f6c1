/** How much of what there is has been looked at: when it is not all, asking again goes on. */
export interface Looked {
  readonly looked: number;
  readonly of: number;
}

/** How long one call may work, in milliseconds: the next one must not wait for it. */
const PART = 100;

/** Until when a call that starts now may work. */
export const partEnd = () => Date.now() + PART;

export const hasTime = (end: number) => Date.now() < end;
