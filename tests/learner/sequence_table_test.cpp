// Tables of sequences: what is written reads back to the last bit, and what is no such table is refused with its line.
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "learner/random.hpp"
#include "learner/sequence_table.hpp"
#include "learner/sequence_table_reader.hpp"
#include "learner/table_cells.hpp"

namespace {

using learner::Dataset;
using learner::Index;
using learner::Matrix;
using learner::read_sequence_table;
using learner::Sequence;
using learner::Targets;

std::string table_of(const Dataset& data) {
  std::string table = learner::sequence_table_head(data.shape);
  Index number = 0;
  for (const Sequence& sequence : data.sequences) learner::append_sequence_rows(table, ++number, sequence);
  return table;
}

bool same_bits(const Matrix& a, const Matrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(double)) == 0;
}

void check_same(const Dataset& read, const Dataset& written) {
  REQUIRE(read.shape == written.shape);
  REQUIRE(read.sequences.size() == written.sequences.size());
  for (std::size_t k = 0; k < read.sequences.size(); ++k) {
    CHECK(same_bits(read.sequences[k].Z, written.sequences[k].Z));
    CHECK(same_bits(read.sequences[k].Y, written.sequences[k].Y));
  }
}

// Any finite double: random bits, which reach subnormal numbers, both zeros and the largest.
double any_double(learner::Random& random) {
  for (;;) {
    const std::uint64_t bits = std::uint64_t{random.below(1U << 31U)} << 33U ^
                               std::uint64_t{random.below(1U << 31U)} << 10U ^ random.below(1U << 31U);
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    if (std::isfinite(value)) return value;
  }
}

Dataset any_data(learner::Random& random, Targets targets) {
  const auto size = [&](std::uint32_t most) { return 1 + static_cast<Index>(random.below(most)); };
  Dataset data{.shape = {.d = size(5), .d_out = size(4), .targets = targets}, .sequences = {}};
  const Index count = size(12);
  for (Index k = 0; k < count; ++k) {
    const Index n = size(9);
    Sequence sequence{Matrix(data.shape.d, n), Matrix(data.shape.d_out, learner::target_count(targets, n))};
    for (double& x : sequence.Z.reshaped()) x = random.below(3) == 0 ? any_double(random) : random.gaussian(1, 1)(0);
    for (double& y : sequence.Y.reshaped()) y = random.below(9) == 0 ? -0.0 : any_double(random);
    data.sequences.push_back(std::move(sequence));
  }
  return data;
}

const std::string kGood =
    "sequence,token,x1,x2,y1\n"
    "a,1,1,2,\n"
    "a,2,3,4,5\n"
    "b,1,6,7,8\n";

std::string with(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), by);
}

}  // namespace

TEST_CASE("300 random data sets of any finite doubles, lengths and targets come back bit for bit") {
  learner::Random random(3);
  for (int k = 0; k < 300; ++k) {
    const Dataset written = any_data(random, static_cast<Targets>(k % 3));
    const auto read = read_sequence_table(table_of(written));
    REQUIRE(read);
    check_same(*read, written);
  }
}

TEST_CASE("a number written takes the fewest digits that read back") {
  for (const auto& [value, text] : {std::pair{0.1, "0.1"},
                                    {1.0 / 3, "0.3333333333333333"},
                                    {0.1 + 0.2, "0.30000000000000004"},
                                    {-0.0, "-0"},
                                    {5e22, "5e+22"},
                                    {std::numeric_limits<double>::max(), "1.7976931348623157e+308"}}) {
    CHECK(learner::exact_decimal(value) == text);
  }
}

TEST_CASE("the same table is read whatever writes it: line ends, byte order mark, blanks, quotes, separators") {
  const auto good = read_sequence_table(kGood);
  REQUIRE(good);
  CHECK(good->shape == learner::Shape{2, 1, Targets::last});
  REQUIRE(good->sequences.size() == 2);
  CHECK(good->sequences[0].Z == (Matrix(2, 2) << 1, 3, 2, 4).finished());
  CHECK(good->sequences[0].Y(0) == 5);
  CHECK(good->sequences[1].n() == 1);
  const auto replaced = [](std::string text, char from, const std::string& to) {
    std::string all;
    for (const char letter : text) all += letter == from ? to : std::string(1, letter);
    return all;
  };
  for (const std::string& table : std::vector<std::string>{
           "\xEF\xBB\xBF" + kGood,
           replaced(kGood, '\n', "\r\n"),
           replaced(kGood, '\n', "\r"),
           replaced(kGood, '\n', "\n\n"),
           replaced(kGood, '\n', ",,,\n"),
           replaced(kGood, ',', " ,  "),
           replaced(kGood, ',', ";"),
           replaced(kGood, ',', "\t"),
           kGood.substr(0, kGood.size() - 1),
           "# made by hand\n" + kGood + "# the end",
           "# targets: last\n" + kGood,
           "\"# Targets:  LAST\",,,,\n" + kGood,
           with(kGood, "sequence", "\"Sequence\""),
           with(kGood, "x1,x2", "X1,\"x2\""),
           with(kGood, "a,1,1,2,", "\"a\", \"1\" ,\"1\",2.0e0,\"\""),
           with(with(kGood, "a,1,", "a,0,"), "a,2,", "a,1,").replace(kGood.size() - 10, 3, "b,0"),
           with(kGood, ",3,", ",+3.000e+00,"),
           with(kGood, ",3,", ",.3e1,"),
           with(kGood, ",3,", ",3.,"),
           with(kGood, "a,1,1,2,\n", "a,1,1,2\n"),
           with(kGood, "a,1,1,2,\n", "a,1,1,2,NA\n"),
           with(kGood, "a,1,1,2,\n", "a,1,1,2,NaN\n"),
           with(kGood, "a,1,1,2,\n", "a,1,1,2,null\n"),
           with(kGood, "a,1,1,2,\n", "a,1,1,2,#N/A\n"),
           with(kGood, "a,1,1,2,\n", "a,1,1,2,#NV\n"),
           with(kGood, "a,1,1,2,\n", "a,1,1,2,<NA>\n"),
           kGood + "\t",
           kGood + " \t,\n;;\n",
           "sep=;\n" + replaced(kGood, ',', ";"),
           "\xEF\xBB\xBFsep=,\r\n" + kGood,
           // R's write.csv and pandas' to_csv as they come
           "\"\",\"sequence\",\"token\",\"x1\",\"x2\",\"y1\"\n\"1\",\"a\",1,1,2,NA\n\"2\",\"a\",2,3,4,5\n\"3\",\"b\",1,"
           "6,7,8\n",
           ",sequence,token,x1,x2,y1\n0,a,1,1.0,2.0,\n1,a,2,3.0,4.0,5.0\n2,b,1,6.0,7.0,8.0\n",
           // cells copied from a spreadsheet: tabs, and its empty last ones left out
           "sequence\ttoken\tx1\tx2\ty1\r\na\t1\t1\t2\r\na\t2\t3\t4\t5\r\nb\t1\t6\t7\t8\r\n\t\t\t\t\r\n",
       }) {
    CAPTURE(table);
    const auto read = read_sequence_table(table);
    if (!read) FAIL_CHECK(read.error().text());
    if (read) check_same(*read, *good);
  }
  const auto german = read_sequence_table("sequence;token;x1;y1\n1;1;0,5;-1,25e-1\n");
  REQUIRE(german);
  CHECK(german->sequences[0].Z(0) == 0.5);
  CHECK(german->sequences[0].Y(0) == -0.125);
  const auto copied = read_sequence_table("sequence\ttoken\tx1\ty1\n1\t1\t0,5\t-1,25e-1\n");
  REQUIRE(copied);
  CHECK(copied->sequences[0].Z(0) == 0.5);
  CHECK(copied->sequences[0].Y(0) == -0.125);
  const auto hashes =
      read_sequence_table("sequence,token,x1,y1\n#1,1,1,2\n# a remark, with a comma\n\"#2\",1,3,4\n#3,1,5\n");
  CHECK_FALSE(hashes);  // the last one has no target; none was dropped without a word
  CHECK(hashes.error().text().find("sequence “#3”") != std::string::npos);
  CHECK(read_sequence_table("sequence,token,x1,y1\n#1,1,1,2\n# a remark, with a comma\n\"#2\",1,3,4\n")
            ->sequences.size() == 2);
  // Nor one with too many cells, or too few, or with another separator.
  for (const auto& [wrong, cells] :
       {std::pair("#3,1,5,6,7", "5"), {"#3,1,5,", "4"}, {"#3,1,5", "3"}, {"#3;1;5;6", "1"}}) {
    CAPTURE(wrong);
    const auto refused = read_sequence_table(std::string("sequence,token,x1,y1\n#1,1,1,2\n") + wrong + "\n#2,1,3,4\n");
    REQUIRE_FALSE(refused);
    CHECK(refused.error().text().starts_with("Line 3: "));
  }
}

TEST_CASE("one table as ten programs write it, in their defaults or pasted from them, is one data set") {
  const auto wanted = read_sequence_table(
      "sequence,token,x1,x2,y1\na,1,0.5,-1,\na,2,1.25,2,\na,3,0.001,3,0.75\nb,1,-2,0,\nb,2,0.001,4.5,-0.125\nc,1,7,1,"
      "2\n");
  REQUIRE(wanted);
  for (const std::string name :
       {"excel_english.csv", "excel_german.csv", "excel_pasted.txt", "excel_sep_line.csv", "excel_used_range.csv",
        "google_sheets.csv", "libreoffice.csv", "libreoffice_quoted.csv", "pandas_na_rep.csv", "pandas_to_csv.csv",
        "r_write_csv.csv", "r_write_csv2.csv", "spss_pasted.txt"}) {
    CAPTURE(name);
    std::ostringstream text;
    text << std::ifstream("tests/learner/tables/" + name, std::ios::binary).rdbuf();
    const auto read = read_sequence_table(text.str());
    if (!read) FAIL_CHECK(read.error().text());
    if (read) check_same(*read, *wanted);
  }
}

TEST_CASE("who is asked follows from where the targets stand, or from what the table says") {
  const std::string every = "sequence,token,x1,y1\n1,1,1,2\n1,2,3,4\n";
  CHECK(read_sequence_table(every)->shape.targets == Targets::all);
  CHECK(read_sequence_table("# targets: causal\n" + every)->shape.targets == Targets::causal);
  CHECK(read_sequence_table("# targets: causal\n# targets: all\n" + every)->shape.targets == Targets::all);
  CHECK(read_sequence_table("sequence,token,x1,y1\n1,1,1,\n1,2,3,4\n")->shape.targets == Targets::last);
  CHECK(read_sequence_table("sequence,token,x1,y1\n1,1,1,1\n2,1,3,4\n")->shape.targets == Targets::last);
  CHECK(read_sequence_table("# targets: all\nsequence,token,x1,y1\n1,1,1,1\n2,1,3,4\n")->shape.targets == Targets::all);
}

TEST_CASE("what another model answers stands beside the targets, and comes back") {
  const std::string table =
      "# targets: last\nsequence,token,x1,y1,y2,p1,p2\n1,1,1,,,9,9\n1,2,3,4,5,4.5,NA\n2,1,6,7,8,-1,0\n";
  CHECK_FALSE(read_sequence_table(table));  // a target without its prediction
  const auto data = read_sequence_table(with(table, "NA", "5.25"));
  REQUIRE(data);
  CHECK(data->shape.d_out == 2);
  CHECK(data->sequences[0].Y == Matrix{{4}, {5}});
  CHECK(data->predictions[0] == Matrix{{4.5}, {5.25}});
  CHECK(data->predictions[1] == Matrix{{-1}, {0}});
  std::string written = learner::sequence_table_head(data->shape, {}, true);
  learner::append_sequence_rows(written, 1, data->sequences[0], data->predictions[0]);
  learner::append_sequence_rows(written, 2, data->sequences[1], data->predictions[1]);
  CHECK(written == with(with(table, "NA", "5.25"), ",9,9", ",,"));
  CHECK(read_sequence_table(kGood)->predictions.empty());
}

TEST_CASE("each way to get a table wrong has a sentence that names the line") {
  const std::string wide = [] {
    std::string header = "sequence,token";
    for (int k = 1; k <= 17; ++k) header += ",x" + std::to_string(k);
    return header + ",y1\n";
  }();
  const std::string many = [] {
    std::string rows = "sequence,token,x1,y1\n";
    for (int k = 1; k <= 65; ++k) rows += "1," + std::to_string(k) + ",1,1\n";
    return rows;
  }();
  const std::string crowd = [] {
    std::string rows = "sequence,token,x1,y1\n";
    for (int k = 1; k <= 20'001; ++k) rows += std::to_string(k) + ",1,1,1\n";
    return rows;
  }();
  std::string outputs = "sequence,token,x1";
  for (int k = 1; k <= 17; ++k) outputs += ",y" + std::to_string(k);
  struct Case {
    std::string table;
    std::string says;
  };
  for (const Case& bad : std::vector<Case>{
           {"", "There is no table here"},
           {"\n\n# only a comment\n", "There is no table here"},
           {"sequence,token,x1,y1\n", "no rows"},
           {"To be or not to be\nthat is", "Line 1: this is no header"},
           {"1,1,0.5,2\n", "Line 1: this is no header"},
           {",token,x1,y1\n", "Line 1: this is no header"},
           {",sequence,token,x1,y1,note\n", "column 6 is called “note”"},
           {"sequence,token,y1\n", "Line 1: this is no header"},
           {"sequence,token,x1\n", "Line 1: there is no column for targets"},
           {"sequence,token,x1,x3,y1\n", "column 4 is called “x3”"},
           {"sequence,token,x1,y1,note\n", "column 5 is called “note”"},
           {"sequence,token,x1,p1\n", "column 4 is called “p1”"},
           {"sequence,token,x1,y1,y2,p1\n", "Line 1: there are 2 columns of targets and 1 of predictions"},
           {"sequence,token,x1,y1,p2\n", "column 5 is called “p2”"},
           {"sequence,token,x1,y1,p1\n1,1,1,2,\n", "Line 2: column “p1” is empty"},
           {"sequence,token,x1,y1,p1\n1,1,1,2,NA\n", "Line 2: column “p1” has no value but “NA”: fill it in"},
           {"sequence,token,x1,y1,p1\n1,1,1,2,soon\n", "Line 2: column “p1”: “soon” is not a number"},
           {"sequence,token,x1,y1,y2\n1,1,1,#N/A,3\n", "Line 2: column “y1” has no value but “#N/A”: fill it in"},
           {"sequence,token,x1,y1\n1,NA,1,3\n", "Line 2: “NA” in column “token” is not a number"},
           {wide, "Line 1: Tokens have 17 coordinates"},
           {outputs, "Line 1: targets have 17 numbers"},
           {many, "Line 66: sequence “1” has more than 64 tokens"},
           {crowd, "Line 20002: there are more than 20,000 sequences"},
           {with(kGood, "a,2,3,4,5", "a,2,3,4"), "Line 2: tokens of sequence “a” with a target: 0 of 2. Give"},
           {with(kGood, "a,2,3,4,5", "a,2,3"), "Line 3: the header has 5 cells, this row 3."},
           {"sequence,token,x1,y1,y2\n1,1,1,2\n", "Line 2: column “y2” is empty"},
           {with(kGood, "a,2,3,4,5", "a,2,3,4,5,6"), "Line 3: the header has 5 cells, this row 6."},
           {kGood + "the end\n", "Line 5: the header has 5 cells, this row 1."},
           {with(kGood, "3,4,5", "3,4,-"), "“-” is not a number. Leave the cell empty if this token has no target."},
           {with(kGood, "a,2,3", "a,2,"), "Line 3: column “x1” is empty"},
           {with(kGood, "a,2,3", "a,2,three"), "Line 3: column “x1”: “three” is not a number"},
           {with(kGood, "a,2,3", "a,2,nan"), "Line 3: column “x1” has no value but “nan”"},
           {with(kGood, "a,2,3", "a,2,NA"), "“NA”: fill it in, or leave the sequence out"},
           {with(kGood, "a,2,3", "a,2,inf"), "“inf” is not a number"},
           {with(kGood, "a,2,3", "a,2,0x1p3"), "“0x1p3” is not a number"},
           {with(kGood, "a,2,3", "a,2,1e"), "“1e” is not a number"},
           {with(kGood, "a,2,3", "a,2,1e999"), "“1e999” is too large"},
           {with(kGood, "a,2,3", "a,2,\"3,5\""), "“3,5” with a decimal point"},
           {"sequence;token;x1;y1\na;1;0,5;2\nb;1;1.234;3\n",
            "Line 3: column “x1”: “1.234” has a “.”, a number in line 2 a “,”: write all"},
           {"sequence;token;x1;y1\na;1;1.234;2\nb;1;7;0,5\n",
            "Line 3: column “y1”: “0,5” has a “,”, a number in line 2 a “.”: write all"},
           {with(kGood, "a,2,3", "a,2,1 000"), "“1 000” is not a number"},
           {with(kGood, "a,2,3", "a,2,\"3"), "Line 3: a quotation mark is not closed"},
           {with(kGood, "a,2,3", "a,2,\"3\"4"), "Line 3: there is “4” behind a quotation mark"},
           {with(kGood, "a,2,3", "a,3,3"), "Line 3: token “3” stands where token 2 of sequence “a” belongs"},
           {with(kGood, "a,1,1", "a,2,1"), "Line 2: token “2” stands where token 1"},
           {with(kGood, "a,1,1", "a,0,1"), "Line 3: token “2” stands where token 1"},
           {with(kGood, "a,2,3", "a,two,3"), "“two” in column “token” is not a number"},
           {with(kGood, "b,1,", ",1,"), "Line 4: the column “sequence” is empty"},
           {kGood + "a,1,1,1,1\n", "Line 5: sequence “a” began in line 2 already"},
           {"sequence,token,x1,y1\na,1,1,\nb,1,1,\na,2,1,1\nb,2,1,1\n",
            "Line 4: sequence “a” began in line 2 already: keep"},
           {"sequence,token,x1,y1\na,1,1,\nb,1,1,\nb,3,1,1\n",
            "Line 2: tokens of sequence “a” with a target: 0 of 1. Give one to the last token, or to every token, and "
            "keep the rows of a sequence together."},
           {with(kGood, "3,4,5", "3,4,"), "Line 2: tokens of sequence “a” with a target: 0 of 2. Give"},
           {kGood + "c,1,1,1,1\nc,2,1,1,1\n",
            "Line 5: this sequence has a target for every token, unlike the one in line 2"},
           {kGood + "c,1,1,1,1\nc,2,1,1,\nc,3,1,1,1\n", "Line 5: tokens of sequence “c” with a target: 2 of 3. Give"},
           {"# targets: both\n" + kGood, "Line 1: “both” is no way to ask"},
           {"# targets: causal\n" + kGood, "Line 3: only the last token has a target"},
           {"# targets: last\nsequence,token,x1,y1\n1,1,1,1\n1,2,1,1\n", "Line 3: every token has a target"},
           {with(kGood, "a,2,3", "a,2," + std::string(300, 'x')), "“xxxxxxxxxxxxxxxxxxxxxxxx…” is not a number"},
           {std::string(20'000'001, '\n'), "more than 20,000,000 bytes"},
       }) {
    const auto read = read_sequence_table(bad.table);
    CAPTURE(bad.says);
    REQUIRE_FALSE(read);
    CHECK(read.error().text().find(bad.says) != std::string::npos);
    CHECK(read.error().text().ends_with('.'));
  }
}

TEST_CASE("lines are counted as far as an Index goes") {
  constexpr Index kLast = std::numeric_limits<Index>::max();
  learner::SequenceTableReader reader([](Sequence&&, learner::Matrix&&) {});
  REQUIRE(reader.take({.text = "sequence,token,x1,y1", .number = 1}));
  const auto taken = reader.take({.text = "a,1,one,2", .number = kLast});
  REQUIRE_FALSE(taken);
  CHECK(taken.error().text().starts_with("Line " + std::to_string(kLast) + ":"));
}

TEST_CASE("a table damaged at random is read or refused with a sentence, never worse") {
  learner::Random random(11);
  const std::string letters = "0123456789.,;\t\"#-+eEaxys \r\n\xEF\xBB\xBF";
  for (int round = 0; round < 4000; ++round) {
    std::string table = "# targets: last\n" + kGood;
    for (std::uint32_t k = 1 + random.below(6); k > 0; --k) {
      const std::size_t at = random.below(static_cast<std::uint32_t>(table.size()));
      const char letter = letters[random.below(static_cast<std::uint32_t>(letters.size()))];
      switch (random.below(3)) {
        case 0: table[at] = letter; break;
        case 1: table.insert(at, 1, letter); break;
        default: table.erase(at, 1 + random.below(5)); break;
      }
      if (table.empty()) table = "x";
    }
    const auto read = read_sequence_table(table);
    CAPTURE(table);
    if (!read) {
      CHECK(read.error().text().ends_with('.'));
    } else {
      CHECK(learner::validate(read->shape, read->sequences));
    }
  }
}
