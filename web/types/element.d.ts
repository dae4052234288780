// <lifted-attention>: one live figure. See web/element/element.js.

/** Values by parameter id: numbers; for a choice the id of the alternative; for a list an array of numbers. */
export type State = Record<string, number | string | number[]>;

/** The numbers behind a picture. */
export interface Table {
  /** Their names, in the reader's language. */
  columns: string[];
  /** Each as long as `columns`; cells as the figure writes them, "7.36·10⁻³¹". */
  rows: (string | number)[][];
}

/** What a figure shows: the state, and what its words and its table say of it. */
export interface Result {
  /** Its id: "algorithm". */
  figure: string;
  /** All values that the result was computed for, and those of the picture. */
  state: State;
  /** The finding, short. */
  title: string;
  /** What is said under the picture. */
  sentence: string;
  /** The numbers behind it. */
  table: Table;
}

/** A result, and how long it took. */
export interface ResultDetail extends Result {
  /** Milliseconds of each stage. */
  times: number[];
  /** From start to end. */
  milliseconds: number;
  /** False when no worker could start and the run was in place. */
  worker: boolean;
}

/** An exercise was answered, in the article or under a figure in a frame. */
export interface ExerciseDetail {
  /** The id of the figure that it is about. */
  figure: string;
  /** The exercise, as in `data-exercise` and in `&exercise=`. */
  id: string;
  /** Whether one of several answers, a number or a state of the figure is asked for. */
  kind: 'choice' | 'number' | 'task';
  /** The id of a choice; a number as it was typed; for a task the figure's values, as in a link; '' when the answer was shown. */
  answer: string;
  /** The verdict; null when the reader had the answer shown. */
  right: boolean | null;
}

/** The figure has started and takes calls. */
export interface ReadyDetail {
  /** Its id. */
  figure: string;
  /** Its values, all that were asked for taken. */
  state: State;
}

/** The learner, or what loads it, cannot go on. */
export interface ErrorDetail {
  /** The id of the figure. */
  figure: string;
  /** A sentence that says what to do. */
  message: string;
}

/** A value has changed, by the reader or by a call; the result may not be there yet. */
export interface ChangeDetail {
  /** The id of the figure. */
  figure: string;
  /** All values. */
  state: State;
  /** Those that differ from the figure's defaults, as in a link. */
  query: string;
}

/** The events, which bubble. Their details are plain data. */
export interface LiftedEventMap {
  /** Once, when the figure has started. */
  'lifted-ready': CustomEvent<ReadyDetail>;
  /** Whenever what is shown is the result of the present values. */
  'lifted-result': CustomEvent<ResultDetail>;
  /** When something went wrong. */
  'lifted-error': CustomEvent<ErrorDetail>;
  /** At every change of a value. */
  'lifted-change': CustomEvent<ChangeDetail>;
  /** From the exercise's form, not from the figure. */
  'lifted-exercise': CustomEvent<ExerciseDetail>;
}

/** The element: document.querySelector('lifted-attention'). Its attributes are in web/README.md. */
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
   * Rejects with an Error, a sentence, when there is no result.
   */
  export(kind: 'png' | 'svg' | 'csv' | 'json'): Promise<Blob>;
  /**
   * Takes a csv or json file that was exported, at most 16 MB: the same state again, to the last bit. Back come
   * sentences about what is wrong with it; then nothing has changed.
   */
  import(file: string | Blob): Promise<string[]>;
  /** Runs the learner with the present values, in a worker. A run with the same values goes on; one with others is ended. */
  run(): void;
  /** Ends the run, if there is one; the last result stays. */
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
