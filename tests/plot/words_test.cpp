#include "plot/words.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>

#include "plot/number.hpp"

namespace {

using plot::beginning;
using plot::counted;
using plot::passage;
using plot::Phrase;
using plot::tr;

// Speaks a language while it lives.
struct Speaking {
  explicit Speaking(std::string_view language) { plot::set_language(language); }
  ~Speaking() { plot::set_language(""); }
  Speaking(const Speaking&) = delete;
  Speaking& operator=(const Speaking&) = delete;
};

template <std::size_t N>
constexpr std::string_view with_zeros(const char (&text)[N]) {
  return {text, N - 1};
}

}  // namespace

TEST_CASE("without a language the words are those of the sources") {
  CHECK(tr("on") == "on");
  CHECK(tr("%1 of %2", "2", "3") == "2 of 3");
  CHECK(counted("%1 head", "%1 heads", 1) == "1 head");
  CHECK(counted("%1 head", "%1 heads", 0) == "0 heads");
  CHECK(counted("%1 head", "%1 heads", 4096) == "4,096 heads");
  CHECK(counted("%1 pass", "%1 passes", 1, "1") == "1 pass");
  CHECK(counted("%1 pass", "%1 passes", 0.5, "0.5") == "0.5 passes");
  CHECK(counted("%1 pass", "%1 passes", 2e8, "2·10⁸") == "2·10⁸ passes");
  CHECK(plot::translated("Token size d") == "Token size d");
}

TEST_CASE("a language gives texts their translation, with the values in its own order") {
  const Speaking german(with_zeros("on\0ein\0%1 of %2\0von %2 nur %1\0"));
  CHECK(tr("on") == "ein");
  CHECK(tr(Phrase("on")) == "ein");
  CHECK(tr("%1 of %2", "2", "3") == "von 3 nur 2");
  CHECK(tr("off") == "off");
}

TEST_CASE("whatever the language, English can be asked for; afterwards the language is as before") {
  const Speaking german(with_zeros("on\0ein\0"));
  const std::string_view before = tr("on");
  {
    const plot::InEnglish outer;
    const plot::InEnglish inner;
    CHECK(tr("on") == "on");
    CHECK(before == "ein");
  }
  CHECK(tr("on") == "ein");
}

TEST_CASE("a value that looks like a place is not filled again") {
  CHECK(tr("%1 and %2", "%2", "x") == "%2 and x");
  CHECK(tr("100 %, %3 and %", "a") == "100 %, %3 and %");
}

TEST_CASE("a count takes the form that its language has for it") {
  std::string polish = "%";
  polish += '\0';
  for (int k = 0; k < 200; ++k) {
    const int last = k % 10;
    const bool few = last >= 2 && last <= 4 && (k % 100 < 12 || k % 100 > 14);
    polish += k == 1 ? '0' : few ? '1' : '2';
  }
  polish += with_zeros("\0%1 heads\0%1 głowa\x1f%1 głowy\x1f%1 głów\x1f%1 głowy\0");
  const Speaking speaking(polish);
  const auto heads = [](double count) { return counted("%1 head", "%1 heads", count); };
  CHECK(heads(1) == "1 głowa");
  CHECK(heads(3) == "3 głowy");
  CHECK(heads(5) == "5 głów");
  CHECK(heads(112) == "112 głów");
  CHECK(heads(122) == "122 głowy");
  CHECK(heads(4022) == "4,022 głowy");
  CHECK(heads(1e15) == "1,000,000,000,000,000 głów");
  CHECK(tr("%1 heads", "2.5") == "2.5 głowy");
}

TEST_CASE("a language without forms says its one text for every count") {
  const Speaking japanese(with_zeros("%1 heads\0ヘッド %1\0"));
  CHECK(counted("%1 head", "%1 heads", 1) == "ヘッド 1");
  CHECK(counted("%1 head", "%1 heads", 2) == "ヘッド 2");
}

TEST_CASE("a broken language does no harm") {
  for (const std::string_view language :
       {with_zeros("\0"), with_zeros("on"), with_zeros("on\0"), with_zeros("%\0abc\0%1 heads\0x\x1fy\0")}) {
    const Speaking speaking(language);
    CHECK_FALSE(counted("%1 head", "%1 heads", 7).empty());
    CHECK(tr("off") == "off");
  }
}

TEST_CASE("numbers have the signs of the language") {
  const auto said = [] {
    return plot::whole(4096) + " | " + plot::whole(-1234567) + " | " + plot::number(0.00123) + " | " +
           plot::number(12345.6, 6) + " | " + plot::number(3.14e8) + " | " + plot::scientific(2.5e-27) + " | " +
           plot::fixed(-1, 2) + " | " + plot::percent(0.9997) + " | " + plot::duration(1.8) + " | " +
           counted("%1 head", "%1 heads", 4096) + " | 1" + std::string(plot::number_separator()) + "2";
  };
  const std::string english =
      "4,096 | −1,234,567 | 0.00123 | 12,345.6 | 3.14·10⁸ | 2.50·10⁻²⁷ | −1.00 | 99.97 % | 1.8 s | 4,096 heads | 1, 2";
  CHECK(said() == english);
  {
    const Speaking german(
        with_zeros("1,234.5\0"
                   "1.234,5\0"
                   "12,345.6\0"
                   "12.345,6\0"));
    CHECK(said() ==
          "4.096 | −1.234.567 | 0,00123 | 12.345,6 | 3,14·10⁸ | 2,50·10⁻²⁷ | −1,00 | 99,97 % | 1,8 s | 4.096 heads | "
          "1; 2");
    const plot::InEnglish meanwhile;
    CHECK(said() == english);
  }
  {
    const Speaking spanish(
        with_zeros("1,234.5\0"
                   "1234,5\0"
                   "12,345.6\0"
                   "12.345,6\0"));
    CHECK(plot::whole(4096) == "4096");
    CHECK(plot::whole(40960) == "40.960");
    CHECK(plot::number(1234.5, 5) == "1234,5");
  }
  {
    const Speaking french(
        with_zeros("1,234.5\0"
                   "1 234,5\0"
                   "12,345.6\0"
                   "12 345,6\0"));
    CHECK(plot::whole(-4096000) == "−4 096 000");
  }
  for (const std::string_view broken : {"", "12", "12345", "12.345", "6"}) {
    const Speaking speaking(std::string(with_zeros("12,345.6\0")) + std::string(broken) + '\0');
    CHECK(plot::whole(4096).ends_with("096"));
  }
  CHECK(said() == english);
}

TEST_CASE("a series has commas but for the last") {
  using Items = std::vector<std::string>;
  CHECK(plot::series(Items{}).empty());
  CHECK(plot::series(Items{"1"}) == "1");
  CHECK(plot::series(Items{"1", "2"}) == "1 and 2");
  CHECK(plot::series(Items{"1", "2", "3"}) == "1, 2 and 3");
}

TEST_CASE("a passage leaves out what is empty") {
  CHECK(passage({"One.", "", "Two."}) == "One. Two.");
  CHECK(passage({"", ""}).empty());
  CHECK(passage({"一。", "二。"}) == "一。二。");
}

TEST_CASE("a quoted beginning ends between letters") {
  CHECK(beginning("short") == "short");
  CHECK(beginning(std::string(50, 'x')) == std::string(40, 'x'));
  std::string letters;
  for (int k = 0; k < 20; ++k) letters += "€";  // three bytes each
  CHECK(beginning(letters) == std::string_view(letters).substr(0, 39));
  CHECK(beginning(std::string(50, '\x80')).empty());
}

TEST_CASE("a spread is written with four digits, and only where its ends are written differently") {
  CHECK(plot::spread(1.547, 1.546, 1.548) == "1.547 (1.546 to 1.548)");
  CHECK(plot::spread(1.547, 1.54701, 1.54699) == "1.547");
  CHECK(plot::spread(0, 0, 0) == "0");
}
