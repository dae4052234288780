// Written by offset_golden.py: do not edit.
#pragma once

namespace golden {

struct FarFromZero {
  int rank;
  double condition;  // of the rows, columns scaled
  double error;      // relative, in training
};

inline constexpr FarFromZero kDated = {10, 3.38e+12, 0.116113};
inline constexpr FarFromZero kShifted0 = {6, 93.5, 0.148939};
inline constexpr FarFromZero kShifted700 = {6, 5.94e+10, 0.148939};
inline constexpr FarFromZero kShifted1000 = {6, 1.73e+11, 0.148939};
inline constexpr FarFromZero kShifted2000 = {6, 1.38e+12, 0.148939};
inline constexpr FarFromZero kPassengers1 = {10, 4.17e+10, 0.00976057};
inline constexpr FarFromZero kPassengers2 = {15, 5.45e+10, 0.00507136};
inline constexpr FarFromZero kPassengers12 = {16, 3.52e+11, 0.00472078};
inline constexpr FarFromZero kWideOne10 = {405, 2.13e+03, 0.53095};
inline constexpr FarFromZero kWideOne100 = {405, 1.98e+06, 0.53095};
inline constexpr FarFromZero kWideOne1000 = {405, 1.97e+09, 0.53095};
inline constexpr FarFromZero kWideAll10 = {405, 5.59e+03, 0.541442};
inline constexpr FarFromZero kWideAll100 = {405, 5.46e+06, 0.545065};
inline constexpr FarFromZero kWideAll1000 = {405, 5.47e+09, 0.545428};

}  // namespace golden
