// The interface of the compiled module (src/bindings), written by hand: what JavaScript may call, and nothing else.
// Strings are UTF-8, zero-terminated; a returned string stays until the next call. Lengths are CSS pixels, times ms.

import type { Table } from './element.d.ts';

declare global {
  /** For each figure, in the article's order, the parts of the module that it needs: put in by the build. */
  const LIFTED_PARTS: Record<string, string[]>;
  /** What each figure is called and what it asks: put in by the build. */
  const LIFTED_QUESTIONS: Record<string, { name: string; question: string }>;
  /** Languages there are, English first, which needs no file: put in by the build. */
  const LIFTED_LANGUAGES: string[];
  /** A digest of the compiled module, so that a saved file says which one its numbers are from: put in by the build. */
  const LIFTED_LEARNER: string;
}

/** A pointer into the module's memory. */
export type Pointer = number;

/** What the module calls while `_la_compute` runs. It has no clock: the host measures. */
export interface ComputeHooks {
  onBegin(stage: number): void;
  onProgress(fraction: number): void;
  wantsPreview(): boolean;
  onPreview(bytes: Pointer, size: number): void;
}

/** Options of the factory that lifted-attention-module.js exports. */
export interface FactoryOptions extends Partial<ComputeHooks> {
  canvas?: HTMLCanvasElement;
  instantiateWasm?(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object;
  preRun?: ((module: LiftedModule) => void)[];
  onAbort?(reason: unknown): void;
  print?(line: string): void;
  printErr?(line: string): void;
}

export type Factory = (options: FactoryOptions) => Promise<LiftedModule>;

/** One instance: one view of one figure, and a learner of its own. */
export interface LiftedModule {
  /** Read afresh after every call: memory grows. */
  readonly HEAPU8: Uint8Array;
  canvas?: HTMLCanvasElement;
  /** SDL looks its canvas up here, under "#canvas". */
  readonly specialHTMLTargets?: Record<string, HTMLElement>;

  _malloc(size: number): Pointer;
  _free(pointer: Pointer): void;

  /** JSON: FigureSchema[]. */
  _la_figures(): Pointer;

  /** From now on every text is in the language of these bytes, see src/plot/words.hpp; none: English. */
  _la_set_language(language: Pointer, size: number): void;

  // Running: in a worker, or in place.
  /** `previous`: bytes to go on from where the figure resumes, or none. 0 done, 1 error (see _la_error). */
  _la_compute(figure: Pointer, query: Pointer, text: Pointer, textBytes: number, previous: Pointer, previousBytes: number): number;
  /** What the figure does besides, one of its schema's jobs: 0 and _la_result holds it, or 1. */
  _la_job(job: Pointer, figure: Pointer, query: Pointer, text: Pointer, textBytes: number): number;
  _la_result(): Pointer;
  _la_result_size(): number;
  _la_error(): Pointer;

  // Viewing.
  /** Makes the view with the figure's initial values; needs no GL. 1: there is no such figure. */
  _la_open(figure: Pointer): number;
  /** Window and WebGL2 context on `canvas`. 1: no WebGL2. */
  _la_attach(): number;
  _la_detach(): void;
  /** After webglcontextrestored. */
  _la_restore(): void;
  _la_resize(width: number, height: number, density: number): void;
  _la_look(dark: number, reducedMotion: number, strip: number, coarse: number): void;
  _la_strip_height(width: number): number;
  /** CSS pixels from the canvas's top left. A state, read by the next frame: a press and its release need a frame each. */
  _la_pointer(x: number, y: number, buttons: number, touch: number): void;
  _la_leave(): void;
  /** Draws. Bits: see FrameBit in picture_view.js. */
  _la_frame(seconds: number): number;
  /** Gives the view a result; `times` are float64 ms, one for each stage. 1: the bytes are no result. */
  _la_show(bytes: Pointer, size: number, times: Pointer, timesCount: number, preview: number): number;
  /** JSON: Description. */
  _la_describe(): Pointer;
  /** "d=4&source=text"; which = 0: only what differs from the default; 1: all; 2: what the result depends on. */
  _la_state(which: number): Pointer;
  /** JSON: string[], a sentence for each value that was not taken. */
  _la_set_state(query: Pointer): Pointer;
  /** What a reader cannot change, as "d,seed" or "all". JSON: string[], a sentence for each id that there is not. */
  _la_fix(lock: Pointer, hide: Pointer): Pointer;
  _la_reset(): void;
  _la_act(action: Pointer): void;
  /** JSON: Control[]. */
  _la_controls(): Pointer;
  _la_set_stop(id: Pointer, stop: number): void;
  _la_set(id: Pointer, value: number): void;
  /** Multiply-adds of a run with the present values. */
  _la_work(): number;
  _la_svg(width: number, height: number, dark: number): Pointer;
  _la_pointed_symbol(): Pointer;
  _la_highlight(symbol: Pointer): void;
}

/** "Only while parameter `id` has one of these choices." */
export interface Condition {
  id: string;
  choices: string[];
}

export interface ParameterSchema {
  id: string;
  label: string;
  kind: 'range' | 'choice' | 'switch' | 'action' | 'numbers';
  min: number;
  max: number;
  step: number;
  initial: number;
  stops: number[];
  /** Values a second of a range that plays; 0 for all others. */
  plays: number;
  /** Of `numbers`: at most so many, in whole groups of so many. */
  most: number;
  group: number;
  choices: { id: string; label: string }[];
  symbol: string;
  help: string;
  affects: 'result' | 'picture';
  shown: Condition | null;
}

export interface TextSchema {
  label: string;
  help: string;
  /** File of the site that is read until the reader gives a text. */
  sample: string;
  /** What an empty field says of that; none: the sample stands in the field. */
  placeholder: string;
  /** Of the button that goes back to the sample. */
  back: string;
  /** Of files that belong here, as ".csv"; none: all others. */
  ending: string;
  maxBytes: number;
  shown: Condition | null;
}

export interface FigureSchema {
  id: string;
  name: string;
  question: string;
  /** Height over width of the picture, below 600 px and from there on. */
  shape: { narrow: number; wide: number };
  stages: { name: string; symbol: string }[];
  /** At most one is shown at a time. */
  texts: TextSchema[];
  /** What the figure does besides its runs: see _la_job. */
  jobs: string[];
  /** A run can be paused: it goes on from its last preview. */
  resumes: boolean;
  parameters: ParameterSchema[];
}

/** A parameter's present value, as canvas and form both show it. */
export interface Control {
  id: string;
  value: number;
  /** Not of `numbers`. */
  stop: number;
  stops: number;
  text: string;
  shown: boolean;
  /** The page around the figure has fixed it, or, of an action, a value that it would change. */
  locked: boolean;
  /** The range plays now. */
  playing: boolean;
  /** Of `numbers`; their `value` is how many there are. */
  list?: number[];
}

export type { Table };

export interface Description {
  title: string;
  sentence: string;
  table: Table;
}
