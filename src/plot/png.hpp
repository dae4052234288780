// Pixels as a file. Nothing is compressed: who keeps many of them can do that better.
#pragma once

#include <string>
#include <string_view>

namespace plot {

struct Raster;

std::string png(const Raster& raster);

std::string base64(std::string_view bytes);

}  // namespace plot
