// The interface of the compiled module (src/bindings), written by hand: what JavaScript may call, and nothing else.
// Strings are UTF-8, zero-terminated; a returned string stays until the next call. Lengths are CSS pixels, times ms.

import type { Table } from './element.d.ts';

declare global {
  /** The parts of the module that each figure needs, in the article's order. Set by the build. */
  const LIFTED_PARTS: Record<string, string[]>;
  /** The part that writes pictures as SVG. Set by the build. */
  const LIFTED_SVG: string[];
  /** The part with the letters that the first figure needs in other languages than English only. Set by the build. */
  const LIFTED_LETTERS: string[];
  /** What room is kept for until a figure starts. Set by the build. */
  const LIFTED_ROOMS: Record<string, Rooms>;
  /** Name and question of each figure. Set by the build. */
  const LIFTED_QUESTIONS: Record<string, { name: string; question: string }>;
  /** The languages, English first, which needs no file. Set by the build. */
  const LIFTED_LANGUAGES: string[];
  /** A digest of the compiled module, written to saved files. Set by the build. */
  const LIFTED_LEARNER: string;
}

/** What a figure begins with besides its picture. */
export interface Rooms {
  /** Words of "film text". */
  shows: string;
  /** The width, in CSS px, from which its controls in the picture take one line. */
  oneLineFrom: number;
  /** The primary controls, with their words in English. */
  controls: { kind: ParameterSchema['kind']; plays: number; narrow: boolean; label: string; initial: number; choices: string[] }[];
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
  onAbort?(reason: unknown): void;
  print?(line: string): void;
  printErr?(line: string): void;
}

export type Factory = (options: FactoryOptions) => Promise<LiftedModule>;

/** One instance: one view of one figure, with its own learner. */
export interface LiftedModule {
  /** To be read anew after every call, because memory grows. */
  readonly HEAPU8: Uint8Array;
  canvas?: HTMLCanvasElement;
  /** Where SDL looks up its canvas, under "#canvas". */
  readonly specialHTMLTargets?: Record<string, HTMLElement>;

  _malloc(size: number): Pointer;
  _free(pointer: Pointer): void;

  /** JSON: FigureSchema[]. */
  _la_figures(): Pointer;

  /** Sets the language of all texts from these bytes, see src/plot/words.hpp; none: English. */
  _la_set_language(language: Pointer, size: number): void;
  /** `face`: 0 regular, 1 italic, 2 semibold. `letters`: characters; `font`: OpenType. */
  _la_set_letters(face: number, letters: Pointer, font: Pointer, size: number): void;

  // Running: in a worker, or on the page's own thread.
  /** `previous`: a preview to resume from, or none. `pieces`: all of them, one after another, or none. 0: done, 1: error (see _la_error). */
  _la_compute(figure: Pointer, query: Pointer, text: Pointer, textBytes: number, previous: Pointer, previousBytes: number, pieces: Pointer, piecesBytes: number): number;
  /** Runs one of the jobs in the figure's schema. 0: _la_result holds its bytes, 1: error. */
  _la_job(job: Pointer, figure: Pointer, query: Pointer, text: Pointer, textBytes: number): number;
  /** Into how many pieces that several workers can make the run is cut; 1: it is not. */
  _la_pieces(figure: Pointer, query: Pointer): number;
  /** Makes one of them; it reports and previews as a run does. 0: _la_result holds its bytes, 1: error. */
  _la_piece(figure: Pointer, query: Pointer, text: Pointer, textBytes: number, previous: Pointer, previousBytes: number, place: number): number;
  /** A preview of the pieces so far. 0: _la_result holds its bytes, none where there is nothing to show yet. */
  _la_join(figure: Pointer, query: Pointer, previous: Pointer, previousBytes: number, pieces: Pointer, piecesBytes: number): number;
  _la_result(): Pointer;
  _la_result_size(): number;
  _la_error(): Pointer;

  // Viewing.
  /** Opens a figure with its initial values; needs no GL. 1: there is no such figure. */
  _la_open(figure: Pointer): number;
  /** Window and WebGL2 context on `canvas`. 1: no WebGL2. */
  _la_attach(): number;
  _la_detach(): void;
  /** After webglcontextrestored. */
  _la_restore(): void;
  _la_resize(width: number, height: number, density: number): void;
  _la_look(dark: number, reducedMotion: number, strip: number, coarse: number): void;
  _la_strip_height(width: number): number;
  /** CSS pixels from the canvas's top left. The next frame reads this state: a press and its release need a frame each. */
  _la_pointer(x: number, y: number, buttons: number, touch: number): void;
  _la_leave(): void;
  /** Draws. Bits: see FrameBit in picture_view.js. */
  _la_frame(seconds: number): number;
  /** Gives the view a result; `times` are float64 ms, one for each stage. 1: the bytes are no result. */
  _la_show(bytes: Pointer, size: number, times: Pointer, timesCount: number, preview: number): number;
  /** JSON: Description; in English, whatever the language, if `english` is 1. */
  _la_describe(english: number): Pointer;
  /** "d=4&source=text"; which = 0: only what differs from the default; 1: all; 2: what the result depends on. */
  _la_state(which: number): Pointer;
  /** JSON: string[], a sentence for each value that was not taken. */
  _la_set_state(query: Pointer): Pointer;
  /** Which controls a reader cannot change, as "d,seed" or "all". JSON: string[], a sentence for each unknown id. */
  _la_fix(lock: Pointer, hide: Pointer): Pointer;
  _la_reset(): void;
  _la_act(action: Pointer): void;
  /** Plays ranges one after another, "step=300&lift=0", until the reader moves one. */
  _la_play(story: Pointer): void;
  /** JSON: Control[]. */
  _la_controls(): Pointer;
  _la_set_stop(id: Pointer, stop: number): void;
  /** One step of a range: -1 back, 1 on. */
  _la_step(id: Pointer, way: number): void;
  _la_set(id: Pointer, value: number): void;
  /** How fast ranges play, in multiples of their own speed. */
  _la_set_pace(pace: number): void;
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
  /** It plays through the result, and stands above the picture. */
  film: boolean;
  /** It is a lever in the picture: its row in the form is for the keyboard and for screen readers. */
  lever: boolean;
  /** Of `numbers`: the largest length of the list, and what its length is a multiple of. */
  most: number;
  group: number;
  choices: { id: string; label: string }[];
  symbol: string;
  help: string;
  /** A control only where the picture is narrow. */
  narrow: boolean;
  /** Stands at the picture; all others behind "More". */
  primary: boolean;
  affects: 'result' | 'picture';
  shown: Condition | null;
}

export interface TextSchema {
  label: string;
  help: string;
  /** The site's file that is read until the reader gives a text. */
  sample: string;
  /** The placeholder of the empty field; '': the field shows the sample. */
  placeholder: string;
  /** Label of the button that goes back to the sample. */
  back: string;
  /** The ending of files that belong here, as ".csv"; '': all others. */
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
  /** What _la_job can do for the figure. */
  jobs: string[];
  /** Whether a run can be paused: it resumes from its last preview. */
  resumes: boolean;
  parameters: ParameterSchema[];
}

/** A parameter's present value, as canvas and form both show it. */
export interface Control {
  id: string;
  value: number;
  /** Not for `numbers`. */
  stop: number;
  stops: number;
  text: string;
  shown: boolean;
  /** The page around the figure has fixed it or, for an action, a value that it would change. */
  locked: boolean;
  /** The range plays now. */
  playing: boolean;
  /** Only for `numbers`, whose `value` is the length of the list. */
  list?: number[];
}

export type { Table };

export interface Description {
  title: string;
  sentence: string;
  table: Table;
}
