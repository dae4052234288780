// @ts-check
// The states to go back to with Undo. A drag is one step.

const kMost = 100;

export class History {
  /** @type {string[]} */
  #states = [];
  #at = -1;

  /** @param {string} state */
  push(state) {
    if (state === this.#states[this.#at]) return;
    this.#states = [...this.#states.slice(0, this.#at + 1), state].slice(-kMost);
    this.#at = this.#states.length - 1;
  }

  get canUndo() {
    return this.#at > 0;
  }

  get canRedo() {
    return this.#at < this.#states.length - 1;
  }

  undo() {
    return this.canUndo ? this.#states[--this.#at] : null;
  }

  redo() {
    return this.canRedo ? this.#states[++this.#at] : null;
  }
}
