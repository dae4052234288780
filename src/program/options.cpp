#include "program/options.hpp"

#include <getopt.h>
#include <unistd.h>

#include <cmath>
#include <string_view>

#include "learner/table_cells.hpp"

namespace program {
namespace {

using learner::Expected;
using learner::fail;

constexpr option kLong[] = {
    {"tokens", required_argument, nullptr, 't'},
    {"answers", required_argument, nullptr, 'a'},
    {"predictions", required_argument, nullptr, 'p'},
    {"lambda", required_argument, nullptr, 'l'},
    {"targets", required_argument, nullptr, 'w'},
    {"heads", required_argument, nullptr, 'h'},
    {"check", required_argument, nullptr, 'c'},
    {"json", required_argument, nullptr, 'j'},
    {"npz", required_argument, nullptr, 'z'},
    {"state", required_argument, nullptr, 's'},
    {"save-every", required_argument, nullptr, 'e'},
    {"threads", required_argument, nullptr, 'n'},
    {"help", no_argument, nullptr, 'H'},
    {},
};

Expected<void> read_number(const char* name, const std::string& value, double& into) {
  const auto number = learner::read_decimal(value, false);
  if (!number || !(*number >= 0.0) || !std::isfinite(*number))
    return fail("%1 is %2: give 0 or a positive number.", name, learner::quoted_cell(value));
  into = *number;
  return {};
}

Expected<void> read_option(int letter, const std::string& value, Options& options) {
  const auto into = [&](auto Files::* member, const char* option) -> Expected<void> {
    if (options.files.empty()) return fail("Give --tokens before %1.", option);
    options.files.back().*member = value;
    return {};
  };
  switch (letter) {
    case 't': options.files.push_back({.table = "", .tokens = value}); return {};
    case 'a': return into(&Files::answers, "--answers");
    case 'p': return into(&Files::predictions, "--predictions");
    case 'l': return read_number("--lambda", value, options.lambda);
    case 'e': return read_number("--save-every", value, options.save_every);
    case 'n': {
      constexpr int kMost = 1024;
      double number = 0;
      if (auto read = read_number("--threads", value, number); !read) return read;
      if (number < 1 || number > kMost || number != std::floor(number))
        return fail("--threads is %1: give a whole number from 1 to %2.", learner::quoted_cell(value), kMost);
      options.threads = static_cast<int>(number);
      return {};
    }
    case 'w':
      for (const auto targets : {learner::Targets::last, learner::Targets::all, learner::Targets::causal})
        if (value == name_of(targets)) options.targets = targets;
      if (options.targets && name_of(*options.targets) == value) return {};
      return fail("--targets is %1: give last, all or causal.", learner::quoted_cell(value));
    case 'h':
      options.fewest_heads = value == "fewest";
      if (options.fewest_heads || value == "svd") return {};
      return fail("--heads is %1: give svd or fewest.", learner::quoted_cell(value));
    case 'c':
      options.hold_out = value == "held-out";
      if (options.hold_out) return {};
      return fail("--check is %1: give held-out.", learner::quoted_cell(value));
    case 'j': options.json = value; return {};
    case 'z': options.npz = value; return {};
    case 's': options.state = value; return {};
    case 'H': options.help = true; return {};
    default: return fail("There is no such option, or it lacks its value: see lifted-learn --help.");
  }
}

}  // namespace

const char* const kHelp =
    R"(lifted-learn: a layer of linear attention, learned by one least-squares problem from files of any size.

  lifted-learn [options] TABLE.csv …        a row for each token: sequence,token,x1,x2,…,y1,… ("-": standard input)
  lifted-learn [options] --tokens Z.npy --answers Y.npy [--predictions P.npy] …

Several tables, or several triples of arrays, are read one after another. Z is (N, n, d); Y is (N, outputs), answers to
the last tokens, or (N, n, outputs), answers to all.

  --targets last|all|causal   which tokens are answered, and what each sees; without, as the data say
  --lambda NUMBER             penalty on W; 0, which is usual, is least squares
  --heads svd|fewest          split W by its singular values, or search for the fewest heads
  --check held-out            learn without every tenth sequence, and test on those
  --json FILE                 write what was learned as JSON; "-": to standard output
  --npz FILE                  write it as arrays for NumPy
  --state FILE                where Ctrl-C leaves the sums so far, else lifted-learn.….state; the same command goes on
                              from there
  --threads NUMBER            that work at once; without, one for each processor. The result is the same with any
  --save-every SECONDS        they are saved without Ctrl-C too: every 60 seconds if not said

Memory does not grow with the files. With MPI (mpirun -n 4 lifted-learn …) each process reads its share.
)";

Expected<Options> read_options(int count, char** words) {
  Options options;
  ::opterr = 0;
  for (int letter = 0; (letter = getopt_long(count, words, "", kLong, nullptr)) != -1;) {
    if (auto read = read_option(letter, ::optarg ? ::optarg : "", options); !read) return std::unexpected(read.error());
  }
  if (options.help) return options;
  for (int k = ::optind; k < count; ++k) options.files.push_back({.table = words[k]});
  if (options.files.empty() && ::isatty(STDIN_FILENO) == 0) options.files.push_back({.table = "-"});
  if (options.files.empty()) return fail("Give a table, or --tokens and --answers: see lifted-learn --help.");
  for (const Files& files : options.files)
    if (files.table.empty() && files.answers.empty())
      return fail("%1 has no answers: give --answers after --tokens.", learner::quoted_cell(files.tokens));
  return options;
}

}  // namespace program
