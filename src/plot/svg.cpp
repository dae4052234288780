#include "plot/svg.hpp"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

#include "plot/pixel_painter.hpp"
#include "plot/png.hpp"
#include "plot/svg_shapes.hpp"

namespace plot {
namespace {

std::string escaped(std::string_view words) {
  std::string out;
  for (const char c : words) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20) out += c;
    }
  }
  return out;
}

std::string utf8(unsigned int character) {
  std::array<char, 5> buffer{};
  return ImTextCharToUtf8(buffer.data(), character);
}

// A glyph as the atlas knows it, and the face it belongs to.
struct Known {
  const ImFontGlyph* glyph;
  const ImFont* font;
  Face face;
  float pixels;  // of its em, when its quads are not scaled
};

// The letters of one line that share face, size and colour.
struct Run {
  Face face = Face::regular;
  float pixels = 0;
  float baseline = 0;
  Colour colour = 0;
  float pen = 0;    // where the next letter would stand
  float space = 0;  // width of a space
  std::string words;
  std::vector<int> x;  // tenths, one for each character
};

class Writer {
 public:
  Writer(std::string& out, const Fonts& fonts) : out_(out), begin_(out.size()), shapes_(out) {
    for (int face = 0; face < kFaceCount; ++face) {
      for (int size = 0; size < kSizeCount; ++size) {
        if (Fonts::drawn(static_cast<Face>(face), static_cast<Size>(size)) != static_cast<Face>(face)) continue;
        const ImFont& font = fonts.font(static_cast<Face>(face), static_cast<Size>(size));
        const float em = fonts.pixels(static_cast<Size>(size)) / fonts.fit(static_cast<Size>(size));
        for (const ImFontGlyph& glyph : font.Glyphs) {
          if (glyph.Visible)
            known_.try_emplace({glyph.U0, glyph.V0}, Known{&glyph, &font, static_cast<Face>(face), em});
        }
      }
    }
  }

  void list(const ImDrawList& draw, ImVec2 origin) {
    origin_ = origin;
    for (const ImDrawCmd& command : draw.CmdBuffer) {
      const Raster* raster = PixelPainter::raster_of(command);
      if (raster == nullptr && (command.UserCallback != nullptr || command.ElemCount == 0)) continue;
      clip(command.ClipRect);
      if (raster != nullptr) {
        image(*raster);
      } else {
        commands(draw, command);
      }
      flush();
    }
  }

  void finish() {
    flush();
    if (clipped_) out_ += "</g>\n";
    sign();
  }

  void set_area(float width, float height) { area_ = {0, 0, width, height}; }

 private:
  void clip(const ImVec4& rect) {
    const ImVec4 at{std::max(rect.x - origin_.x, area_.x), std::max(rect.y - origin_.y, area_.y),
                    std::min(rect.z - origin_.x, area_.z), std::min(rect.w - origin_.y, area_.w)};
    const bool wanted = at.x > area_.x || at.y > area_.y || at.z < area_.z || at.w < area_.w;
    if (wanted == clipped_ && (!wanted || std::equal(&at.x, &at.x + 4, &clip_.x))) return;
    if (clipped_) out_ += "</g>\n";
    clipped_ = wanted;
    clip_ = at;
    if (!wanted) return;
    const std::string id = "c" + std::string(kSigned, '0') + "-" + std::to_string(++clips_);
    const Tenths low = tenths(at.x, at.y);
    const Tenths high = tenths(std::max(at.z, at.x), std::max(at.w, at.y));
    out_ += "<clipPath id=\"";
    signed_.push_back(out_.size() + 1);
    out_ += id + "\"><path d=\"M";
    append(out_, low.x);
    out_ += ' ';
    append(out_, low.y);
    out_ += 'H';
    append(out_, high.x);
    out_ += 'V';
    append(out_, high.y);
    out_ += 'H';
    append(out_, low.x);
    out_ += "z\"/></clipPath>\n<g clip-path=\"url(#";
    signed_.push_back(out_.size() + 1);
    out_ += id + ")\">\n";
  }

  // Pictures that stand in one page share its ids, so those of each begin with a sum of all that it draws (FNV-1a).
  void sign() {
    std::uint32_t sum = 2166136261U;
    for (std::size_t k = begin_; k < out_.size(); ++k) sum = (sum ^ static_cast<unsigned char>(out_[k])) * 16777619U;
    constexpr std::string_view kDigits = "0123456789abcdef";
    for (const std::size_t at : signed_) {
      for (std::size_t k = 0; k < kSigned; ++k) out_[at + k] = kDigits[(sum >> (4 * k)) & 15U];
    }
  }

  void image(const Raster& raster) {
    const Tenths low = tenths(raster.box.x - origin_.x, raster.box.y - origin_.y);
    const Tenths size = tenths(raster.box.w, raster.box.h);
    const std::array<std::pair<const char*, int>, 4> attributes = {
        {{"x", low.x}, {"y", low.y}, {"width", size.x}, {"height", size.y}}};
    out_ += "<image";
    for (const auto& [name, value] : attributes) {
      out_.append(" ").append(name).append("=\"");
      append(out_, value);
      out_ += '"';
    }
    out_ += " href=\"data:image/png;base64," + base64(png(raster)) + "\"/>\n";
  }

  void commands(const ImDrawList& draw, const ImDrawCmd& command) {
    const ImDrawIdx* index = draw.IdxBuffer.Data + command.IdxOffset;
    const ImDrawVert* vertices = draw.VtxBuffer.Data + command.VtxOffset;
    for (unsigned k = 0; k + 2 < command.ElemCount;) {
      const ImDrawVert& first = vertices[index[k]];
      if (const Known* known = glyph_at(first); known != nullptr && k + 5 < command.ElemCount) {
        shapes_.flush();
        letter(*known, first, vertices[index[k + 2]]);
        k += 6;
        continue;
      }
      flush_run();
      k += fan(index + k, vertices, command.ElemCount - k);
    }
  }

  const Known* glyph_at(const ImDrawVert& vertex) const {
    const auto found = known_.find({vertex.uv.x, vertex.uv.y});
    return found == known_.end() ? nullptr : &found->second;
  }

  // Triangles (a b c)(a c d)... around one corner are one polygon. Returns the indices taken.
  unsigned fan(const ImDrawIdx* index, const ImDrawVert* vertices, unsigned left) {
    corners_.clear();
    const auto add = [&](ImDrawIdx k) {
      corners_.push_back(tenths(vertices[k].pos.x - origin_.x, vertices[k].pos.y - origin_.y));
    };
    for (unsigned k = 0; k < 3; ++k) add(index[k]);
    unsigned taken = 3;
    while (taken + 2 < left && index[taken] == index[0] && index[taken + 1] == index[taken - 1]) {
      add(index[taken + 2]);
      taken += 3;
    }
    const Colour colour = vertices[index[0]].col;
    const bool line = corners_.size() == 4 && segment(vertices[index[0]].pos, vertices[index[1]].pos,
                                                      vertices[index[2]].pos, vertices[index[5]].pos, colour);
    if (!line) shapes_.polygon(corners_, colour);
    return taken;
  }

  // ImGui's lines are narrow rectangles a b c d, a to b along the line. As a stroke a line costs one point a piece.
  bool segment(ImVec2 a, ImVec2 b, ImVec2 c, ImVec2 d, Colour colour) {
    constexpr float kWidest = 8;
    constexpr float kSquare = 0.01F;
    const ImVec2 along{b.x - a.x, b.y - a.y};
    const ImVec2 across{d.x - a.x, d.y - a.y};
    const float length = std::hypot(along.x, along.y);
    const float width = std::hypot(across.x, across.y);
    const bool closes = std::abs(c.x - b.x - across.x) + std::abs(c.y - b.y - across.y) < kSquare;
    const bool square = std::abs(along.x * across.x + along.y * across.y) <= kSquare * length * width;
    if (!closes || !square || width > kWidest || length < 0.05F || width < 0.05F) return false;
    const auto middle = [&](ImVec2 p, ImVec2 q) {
      return tenths((p.x + q.x) / 2 - origin_.x, (p.y + q.y) / 2 - origin_.y);
    };
    const Tenths from = middle(a, d);
    const int tenths_wide = tenths(width, 0).x;
    // What stands upright is a rectangle as a rule: cells, bars, axes. In a line that goes on it is a piece of it.
    const bool upright = corners_[0].x == corners_[1].x || corners_[0].y == corners_[1].y;
    if (upright && !shapes_.continues(from, tenths_wide, colour)) return false;
    shapes_.segment(from, middle(b, c), tenths_wide, colour);
    return true;
  }

  void letter(const Known& known, const ImDrawVert& low, const ImDrawVert& high) {
    const ImFontGlyph& glyph = *known.glyph;
    const float scale = (high.pos.y - low.pos.y) / std::max(glyph.Y1 - glyph.Y0, 1e-3F);
    const float pixels = known.pixels * scale;
    const float pen = low.pos.x - origin_.x - glyph.X0 * scale;
    const float baseline = low.pos.y - origin_.y + (std::round(known.font->Ascent) - glyph.Y0) * scale;
    const float space = known.font->GetCharAdvance(' ') * scale;
    const bool same = !run_.words.empty() && run_.face == known.face && run_.colour == low.col &&
                      std::abs(run_.pixels - pixels) < 0.15F && std::abs(run_.baseline - baseline) < 0.1F;
    const float gap = pen - run_.pen;
    const int spaces = static_cast<int>(std::lround(gap / space));
    // Two blanks in a row would be one: browsers fold them in spite of xml:space, and every x behind would slip.
    const bool joins = same && gap > -0.3F && spaces <= 1 && std::abs(gap - static_cast<float>(spaces) * space) < 0.3F;
    if (!joins) {
      flush_run();
      run_ = {known.face, pixels, baseline, low.col, pen, space, {}, {}};
    }
    if (joins && spaces == 1) {
      run_.words += ' ';
      run_.x.push_back(tenths(run_.pen, 0).x);
    }
    run_.words += utf8(glyph.Codepoint);
    run_.x.push_back(tenths(pen, 0).x);
    run_.pen = pen + glyph.AdvanceX * scale;
  }

  void flush_run() {
    if (run_.words.empty()) return;
    out_ += "<text";
    append_fill(out_, "fill", run_.colour);
    out_ += " font-size=\"";
    append(out_, tenths(run_.pixels, 0).x);
    out_ += '"';
    if (run_.face == Face::italic) out_ += " font-style=\"italic\"";
    if (run_.face == Face::semibold) out_ += " font-weight=\"600\"";
    out_ += " y=\"";
    append(out_, tenths(0, run_.baseline).y);
    out_ += "\" x=\"";
    for (std::size_t k = 0; k < run_.x.size(); ++k) {
      if (k > 0) out_ += ' ';
      append(out_, run_.x[k]);
    }
    out_ += "\">" + escaped(run_.words) + "</text>\n";
    run_ = {};
  }

  void flush() {
    shapes_.flush();
    flush_run();
  }

  std::string& out_;
  std::size_t begin_;  // of what is drawn in out_
  Shapes shapes_;
  std::map<std::pair<float, float>, Known> known_;  // by the corner in the atlas
  Run run_;
  std::vector<Tenths> corners_;
  ImVec2 origin_;
  ImVec4 area_;
  ImVec4 clip_;
  bool clipped_ = false;
  int clips_ = 0;
  static constexpr std::size_t kSigned = 8;  // digits of the sum
  std::vector<std::size_t> signed_;          // where they go in out_
};

}  // namespace

std::string to_svg(const ImDrawData& data, const Fonts& fonts, const SvgOptions& options) {
  std::string size = "0 0 ";
  const Tenths corner = tenths(data.DisplaySize.x, data.DisplaySize.y);
  append(size, corner.x);
  size += ' ';
  append(size, corner.y);
  std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"" + size +
                    "\" font-family=\"Inter,system-ui,sans-serif\" style=\"font-variant-numeric:tabular-nums\""
                    " fill=\"none\" stroke-linejoin=\"round\" role=\"img\">\n";
  if (!options.title.empty()) out += "<title>" + escaped(options.title) + "</title>\n";
  if (!options.description.empty()) out += "<desc>" + escaped(options.description) + "</desc>\n";
  if ((options.background >> 24U) != 0) {
    out += "<rect width=\"100%\" height=\"100%\"";
    append_fill(out, "fill", options.background);
    out += "/>\n";
  }
  Writer writer(out, fonts);
  writer.set_area(data.DisplaySize.x, data.DisplaySize.y);
  for (const ImDrawList* list : data.CmdLists) writer.list(*list, data.DisplayPos);
  writer.finish();
  return out + "</svg>\n";
}

}  // namespace plot
