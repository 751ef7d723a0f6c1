/** How much of something to do: more with `READBACK_RUNS=10`, say, for a long search. */
export const runs = (usual: number): number => usual * Number(process.env.READBACK_RUNS ?? 1);
