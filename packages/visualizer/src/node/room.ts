import { getHeapStatistics } from "node:v8";

/** In memory an entry takes about twice what it takes in a journal, and half of the memory is for other things. */
export const roomForEntries = (): number => Math.floor(getHeapStatistics().heap_size_limit / 4);
