#version 300 es
// The rectangle of a matrix, without a vertex buffer. See plot::CellsPaint for the letters.
precision highp float;
precision highp int;

uniform vec4 box;     // left, top, width, height in canvas pixels
uniform vec2 canvas;  // its size in canvas pixels
uniform ivec2 size;   // columns, rows

out vec2 at;          // in cells

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec2 pixel = box.xy + corner * box.zw;
  at = corner * vec2(size);
  gl_Position = vec4(2.0 * pixel.x / canvas.x - 1.0, 1.0 - 2.0 * pixel.y / canvas.y, 0.0, 1.0);
}
