// What the schemas of core are made with, in a file of its own: see `zod.ts`.
export {
  array,
  boolean,
  custom,
  enum,
  int,
  literal,
  number,
  object,
  record,
  string,
  union,
} from "zod";
