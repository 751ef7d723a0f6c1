// What the schemas of core are made with, in a file of its own: see `zod.ts`.
export {
  array,
  boolean,
  custom,
  discriminatedUnion,
  enum,
  int,
  literal,
  looseObject,
  number,
  object,
  preprocess,
  record,
  strictObject,
  string,
  union,
  unknown,
} from "zod";
