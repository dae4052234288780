// <lifted-attention>: one live figure. See web/element/element.js.

/** Values by parameter id: numbers; for a choice the id of the alternative; for a list an array of numbers. */
export type State = Record<string, number | string | number[]>;

export interface Table {
  columns: string[];
  rows: (string | number)[][];
}

/** What a figure shows: the state, and what its words and its table say of it. */
export interface Result {
  figure: string;
  state: State;
  title: string;
  sentence: string;
  table: Table;
}

export interface ResultDetail extends Result {
  /** Milliseconds of each stage, and from start to end. */
  times: number[];
  milliseconds: number;
  /** False when no worker could start and the run was in place. */
  worker: boolean;
}

/** An exercise was answered, in the article or under a figure in a frame. */
export interface ExerciseDetail {
  figure: string;
  /** The exercise, as in `data-exercise` and in `&exercise=`. */
  id: string;
  kind: 'choice' | 'number' | 'task';
  /** The id of a choice; a number as it was typed; for a task the figure's values, as in a link; '' when the answer was shown. */
  answer: string;
  /** The verdict; null when the reader had the answer shown. */
  right: boolean | null;
}

export interface LiftedEventMap {
  'lifted-ready': CustomEvent<{ figure: string; state: State }>;
  'lifted-result': CustomEvent<ResultDetail>;
  'lifted-error': CustomEvent<{ figure: string; message: string }>;
  'lifted-change': CustomEvent<{ figure: string; state: State; query: string }>;
  /** From the exercise's form, not from the figure. */
  'lifted-exercise': CustomEvent<ExerciseDetail>;
}

export interface LiftedAttentionElement extends HTMLElement {
  /** Present values; setting it is `set`. */
  state: State;
  /** What differs from the figure's defaults, as it stands in a link: "d=6&source=text". */
  readonly query: string;
  /** What is shown; null while that is not the result of the present values. */
  readonly result: Result | null;
  /** Address of the figure with its present values and locks. */
  readonly link: string;
  /**
   * Sets some values, as an object or as they stand in a link, and leaves the others; also what is locked. Back come
   * sentences about what could not be taken. Before `lifted-ready` values are kept and none is refused yet.
   */
  set(values: State | string): string[];
  /**
   * The figure as a file, once nothing runs any more: `png` (two pixels a CSS pixel) and `svg` are the picture without
   * controls, `csv` is the table, `json` is all there is. Each says where it is from; csv and json can be imported.
   * Rejects with a sentence when there is no result.
   */
  export(kind: 'png' | 'svg' | 'csv' | 'json'): Promise<Blob>;
  /**
   * Takes a csv or json file that was exported, at most 16 MB: the same state again, to the last bit. Back come
   * sentences about what is wrong with it; then nothing has changed.
   */
  import(file: string | Blob): Promise<string[]>;
  /** Runs the learner with the present values. */
  run(): void;
  cancel(): void;
  /** Back to what the attributes say, or the figure's own defaults. */
  reset(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'lifted-attention': LiftedAttentionElement;
  }
  interface GlobalEventHandlersEventMap extends LiftedEventMap {}
}
