#version 300 es
// Colour by height, light by slope, contour lines as thick as they should be at every pixel. The same light and colours
// as src/plot/surface_paint.cpp.
precision highp float;
precision highp int;

in float share;
in vec2 slope;

uniform vec3 stops[16];
uniform vec3 viewer;
uniform vec3 light;
uniform vec3 shadow;
uniform vec3 gleam;
uniform vec2 amounts;        // of shadow and gleam
uniform vec4 line;           // contour lines
uniform vec2 contours;       // share of the first line and between two; 0: none
uniform float thickness;     // of a contour line, in device pixels

out vec4 colour;

vec3 map(float x) {
  float at = clamp(x, 0.0, 1.0) * 15.0;
  int below = min(int(at), 14);
  return mix(stops[below], stops[below + 1], at - float(below));
}

// How much of this pixel lies within half a thickness of a line that is `away` pixels off.
float covered(float away, float thick) { return clamp(0.5 * thick + 0.5 - away, 0.0, 1.0); }

void main() {
  float per_pixel = max(length(vec2(dFdx(share), dFdy(share))), 1e-9);
  vec3 normal = normalize(vec3(-slope, 1.0));
  float facing = dot(normal, viewer);
  float facing_per_pixel = max(length(vec2(dFdx(facing), dFdy(facing))), 1e-9);
  float rim = clamp((1.0 - share) / per_pixel + 0.5, 0.0, 1.0);
  if (rim <= 0.0) discard;
  // The side that looks down is not there. A fold is as soft as any other border: over its last pixel the upper side
  // lets through what is behind.
  float up = clamp(facing / facing_per_pixel + 0.5, 0.0, 1.0);

  float bright = max(dot(normal, light) / light.z, 0.0);
  vec3 lit = bright < 1.0 ? mix(map(share), shadow, amounts.x * (1.0 - bright))
                          : mix(map(share), gleam, min(amounts.y * (bright - 1.0), 1.0));
  float lines = 0.0;
  if (contours.y > 0.0) {
    float nearest = contours.x + round((share - contours.x) / contours.y) * contours.y;
    // Lines that stand too close to be told apart fade into even grey.
    lines = covered(abs(share - nearest) / per_pixel, thickness) * clamp(contours.y / per_pixel / (2.0 * thickness) - 0.5, 0.3, 1.0);
  }
  lit = mix(lit, line.rgb, line.a * lines);
  float border = covered((1.0 - share) / per_pixel, 1.5 * thickness);
  colour = vec4(mix(lit, line.rgb, line.a * border), up * rim);
}
