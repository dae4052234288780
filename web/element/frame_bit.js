// @ts-check

/** The bits that `_la_frame` returns (shell::FrameFlag). */
export const FrameBit = { again: 1, values: 2, pointed: 4, hand: 8, dragging: 16, upright: 32 };
