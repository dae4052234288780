// <lifted-attention>: one live figure. See web/element/element.js.
import type { Table } from './module.d.ts';

/** Values by parameter id: numbers; for a choice the id of the alternative; for a list an array of numbers. */
export type State = Record<string, number | string | number[]>;

export interface ResultDetail {
  figure: string;
  state: State;
  title: string;
  sentence: string;
  table: Table;
  /** Milliseconds of each stage, and from start to end. */
  times: number[];
  milliseconds: number;
  /** False when no worker could start and the run was in place. */
  worker: boolean;
}

export interface LiftedEventMap {
  'lifted-ready': CustomEvent<{ figure: string; state: State }>;
  'lifted-result': CustomEvent<ResultDetail>;
  'lifted-error': CustomEvent<{ figure: string; message: string }>;
  'lifted-change': CustomEvent<{ figure: string; state: State; query: string }>;
}

export interface LiftedAttentionElement extends HTMLElement {
  /** Present values; values set before the module is there are kept for it. */
  state: State;
  /** What differs from the figure's defaults, as it stands in a link: "d=6&source=text". */
  readonly query: string;
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
  interface HTMLElementEventMap extends LiftedEventMap {}
}
