// <lifted-attention>: one live figure. See web/element/README.md.

/**
 * Values by parameter id: numbers; for a choice the id of the alternative; for a switch 0 or 1; for a list an array of
 * numbers.
 */
export type State = Record<string, number | string | number[]>;

/** The numbers behind a picture. */
export interface Table {
  /** Their names, in the language that the figure speaks. */
  columns: string[];
  /** Each as long as `columns`; cells as the figure writes them, "7.36·10⁻³¹". */
  rows: (string | number)[][];
}

/** What a figure shows: the state, and what its words and its table say of it. */
export interface Result {
  /** Its id: "algorithm". */
  figure: string;
  /** All values: those that the result was computed for, and those of the picture. */
  state: State;
  /** The finding, short; plain text in the language that the figure speaks. */
  title: string;
  /** What is said under the picture; plain text in the same language. */
  sentence: string;
  /** The numbers behind it. */
  table: Table;
  /** The same table in English, for programs: its words do not change with the figure's language. */
  english: Table;
}

/** A result, and how long it took. */
export interface ResultDetail extends Result {
  /** Milliseconds of each stage of the run, without the wait for a worker. */
  times: number[];
  /** Milliseconds from the start of the run to its end, with the wait for a worker. */
  milliseconds: number;
  /** False when no worker could start: the run was then on the page's own thread. */
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

/** The figure has started. Its first run follows. */
export interface ReadyDetail {
  /** Its id. */
  figure: string;
  /** All values, with those that attributes, scripts and the page's address asked for. */
  state: State;
}

/** A run has failed, or the figure could not start. */
export interface ErrorDetail {
  /** The id of the figure. */
  figure: string;
  /** A sentence for the reader, who has seen it: what is wrong and what to do. */
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
  /** When the figure has started; again if the attribute `figure` then names another. */
  'lifted-ready': CustomEvent<ReadyDetail>;
  /**
   * When a run has ended with a result. There is no run, so no event, where a change concerns the picture only, or leads
   * back to the values of the result shown: see `result`.
   */
  'lifted-result': CustomEvent<ResultDetail>;
  /** When a run has failed or the figure could not start; the last result, or the poster, stays. A cancelled run is no error. */
  'lifted-error': CustomEvent<ErrorDetail>;
  /** At every change of a value; during a drag or a film, up to once a frame. Keep what listens to it short. */
  'lifted-change': CustomEvent<ChangeDetail>;
  /** From the exercise's form, not from the figure. */
  'lifted-exercise': CustomEvent<ExerciseDetail>;
}

/**
 * The element: document.querySelector('lifted-attention'). Its attributes are in web/README.md.
 *
 * Costs. The script loads with the page; a figure's module and parts when the figure comes within a screen of the
 * viewport, or when Tab, the page's address, `export` or `import` needs it. All figures of a page share the module; each
 * part of it loads once. Bytes: web/budget.json, or `sizes.txt` of a built site for each file. Each figure has its own
 * WebAssembly memory; at most four have a WebGL context. Runs share a few workers: as many as there are processors, less
 * one, but at least two and at most four. Further runs wait.
 */
export interface LiftedAttentionElement extends HTMLElement {
  /**
   * Present values; setting it is `set`. Before `lifted-ready` it has only what scripts have set, as text. Each reading
   * makes a new object: changing it changes nothing.
   */
  state: State;
  /** What differs from the figure's defaults, as in a link: "d=6&source=text"; empty before `lifted-ready`. */
  readonly query: string;
  /**
   * What is shown; null while that is not the result of the present values. Each reading makes it anew, with the whole
   * table: keep it rather than read it in a loop.
   */
  readonly result: Result | null;
  /** Address of the figure with its present values and locks. */
  readonly link: string;
  /**
   * Sets some values, as an object or as they stand in a link, also locked ones, and leaves the others. Back come
   * sentences about what could not be taken. Before `lifted-ready` values are kept and none is refused yet.
   * Cost: it returns at once; a run follows if the result depends on what has changed.
   */
  set(values: State | string): string[];
  /**
   * The figure as a file, once nothing runs any more: `png` (two pixels for each CSS pixel of the picture's width and
   * height) and `svg` are the picture without controls, `csv` is the table, `json` is all there is. Each says where it
   * is from; csv and json can be imported.
   * Rejects with an Error, a sentence, when there is no result, the figure cannot start, the kind is another, or the
   * browser cannot make a png of that size.
   * Cost: starts the figure if need be, waits for its run, and loads the menu's script the first time. A csv or json
   * file contains the reader's own text or data, if any. A png is drawn once more at twice the density.
   */
  export(kind: 'png' | 'svg' | 'csv' | 'json'): Promise<Blob>;
  /**
   * Takes a csv or json file that was exported, at most 16 MB: the same state again, to the last bit. Back come
   * sentences about what is wrong with it; then nothing has changed.
   * Rejects with an Error, a sentence, when the figure cannot start.
   * Cost: starts the figure if need be, and loads the menu's script the first time; then the learner runs.
   */
  import(file: string | Blob): Promise<string[]>;
  /**
   * Runs the learner with the present values, in a worker. A run with the same values goes on; one with others is ended,
   * though not within its first 150 ms. Does nothing before `lifted-ready`. Failures are told by `lifted-error`.
   * Cost: that of the figure and its sizes, milliseconds to minutes; the page stays responsive. Where no worker can start, it
   * runs on the page's own thread, and only up to 10⁸ multiply-adds, a fifth of a second on a slow laptop.
   */
  run(): void;
  /**
   * Ends the run, if there is one; the last result stays. A figure whose runs can be resumed keeps what it has shown,
   * and `run` goes on from there. A run on the page's own thread cannot be ended.
   * Cost: it returns at once. The worker ends and its memory is freed; if none is left, another starts for the next run.
   */
  cancel(): void;
  /**
   * Back to what the attributes say, or the figure's own defaults; does nothing before `lifted-ready`. The reader can undo it.
   * Cost: as for `set`.
   */
  reset(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'lifted-attention': LiftedAttentionElement;
  }
  interface GlobalEventHandlersEventMap extends LiftedEventMap {}
}
