// The attributes of <lifted-attention>, for the templates of frameworks: react.d.ts, svelte.d.ts, vue.d.ts.
import type { LiftedEventMap } from './element.d.ts';

/** See web/README.md. Any other attribute is a parameter of the figure, by its id. */
export interface LiftedAttributes {
  /** The figure's id: "algorithm". */
  figure?: string;
  /** Values as they stand in a link: "d=6&N=512". */
  state?: string;
  theme?: 'light' | 'dark';
  controls?: 'form' | 'canvas' | 'none';
  /** Ids of controls, separated by commas, or "all". */
  lock?: string;
  /** As `lock`. */
  hide?: string;
  more?: boolean | '';
  bare?: boolean | '';
  shape?: string;
  plays?: boolean | string;
  poster?: string;
  address?: 'hash' | 'none';
  [parameter: string]: unknown;
}

/** Listeners as React and Svelte name them: `onlifted-result`. */
export type LiftedListeners = { [Name in keyof LiftedEventMap as `on${Name}`]?: (event: LiftedEventMap[Name]) => void };
