// The two-column table that most figures describe themselves with: a quantity and its value.
#pragma once

#include "figures/figure.hpp"

namespace figures {

class Rows {
 public:
  explicit Rows(Table& table) : table_(table) { table.columns = {tr("Quantity"), tr("Value")}; }
  void operator()(std::string name, std::string value) { table_.rows.push_back({std::move(name), std::move(value)}); }
  void operator()(std::string name, double value) { (*this)(std::move(name), number(value, 4)); }
  void operator()(std::string name, std::integral auto value) { (*this)(std::move(name), static_cast<double>(value)); }

 private:
  Table& table_;
};

}  // namespace figures
