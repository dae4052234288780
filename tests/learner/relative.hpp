#pragma once

#include <doctest/doctest.h>

// Equal to `value` within a relative error, also where the value is tiny. doctest's own Approx(value).epsilon(e) allows
// e (1 + |value|), which accepts anything beside a value far below 1.
inline doctest::Approx relative(double value, double error) { return doctest::Approx(value).epsilon(error).scale(0.0); }
