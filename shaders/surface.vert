#version 300 es
// A height field without a vertex buffer: instance k is one strip of cells between two columns of the grid, from the
// far side to the near one, so that no depth buffer is needed. See plot::SurfacePaint for the letters.
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D heights;   // one texel a grid point, x: column (u), y: row (v); 0 at the floor, 1 at the rim
uniform ivec2 size;          // columns, rows
uniform bvec2 far_is_high;   // in u, in v
uniform float rise;          // w of the rim
uniform vec4 across;         // canvas pixels of (u, v, w, 1)
uniform vec4 down;
uniform vec2 canvas;         // its size in canvas pixels

out float share;             // of the way from the floor to the rim
out vec2 slope;              // dw/du, dw/dv

float height_at(ivec2 place) { return texelFetch(heights, clamp(place, ivec2(0), size - 1), 0).r; }

// dw along one axis, by central differences, one-sided at the border; the grid is 2 wide.
float slope_along(ivec2 place, ivec2 step) {
  ivec2 high = min(place + step, size - 1);
  ivec2 low = max(place - step, ivec2(0));
  ivec2 apart = (high - low) * step;
  float width = 2.0 * float(apart.x + apart.y) / float(step.x == 1 ? size.x - 1 : size.y - 1);
  return rise * (height_at(high) - height_at(low)) / width;
}

void main() {
  // Vertices 0, 1, 2, .. of a strip: its far border and its near one, by turns, from the far end on.
  ivec2 step = ivec2(gl_InstanceID + (gl_VertexID & 1), gl_VertexID >> 1);
  ivec2 place = ivec2(far_is_high.x ? size.x - 1 - step.x : step.x, far_is_high.y ? size.y - 1 - step.y : step.y);
  share = height_at(place);
  slope = vec2(slope_along(place, ivec2(1, 0)), slope_along(place, ivec2(0, 1)));
  vec2 ground = 2.0 * vec2(place) / vec2(size - 1) - 1.0;
  vec4 at = vec4(ground, share * rise, 1.0);
  vec2 pixel = vec2(dot(across, at), dot(down, at));
  gl_Position = vec4(2.0 * pixel.x / canvas.x - 1.0, 1.0 - 2.0 * pixel.y / canvas.y, 0.0, 1.0);
}
