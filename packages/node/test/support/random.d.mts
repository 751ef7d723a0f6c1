export interface Random {
  next(): number;
  below(n: number): number;
  chance(probability: number): boolean;
}
export declare function createRandom(seed: number): Random;
