/** What of a run is lit in its chart. States and transitions are named by their ids in the chart. */
export interface ChartRun {
  /** The states the machine is in; those around them may be left out. */
  readonly current?: readonly string[];
  /** The states it has been in. */
  readonly visited?: readonly string[];
  /** The transitions it has taken. */
  readonly taken?: readonly string[];
  /** The transition just taken; several when one step had several. */
  readonly fired?: readonly string[];
  /** How often each transition was taken, by one run or by many: shown as heat. */
  readonly counts?: Readonly<Record<string, number>>;
}
