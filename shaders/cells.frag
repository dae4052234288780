#version 300 es
// One colour a cell, by its number in the palette; between cells the paper shows.
precision highp float;
precision highp int;
precision highp usampler2D;

in vec2 at;

uniform usampler2D numbers;  // one texel a cell, x: column, y: row
uniform ivec2 size;          // columns, rows
uniform vec2 side;           // of a cell in canvas pixels
uniform vec2 gap;            // at its right and at its bottom, in canvas pixels
uniform vec4 palette[99];

out vec4 colour;

void main() {
  ivec2 cell = clamp(ivec2(at), ivec2(0), size - 1);
  vec2 inside = (at - vec2(cell)) * side;
  if (any(greaterThan(inside, side - gap))) discard;
  colour = palette[texelFetch(numbers, cell, 0).r];
}
