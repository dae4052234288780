#include "figures/certificate/certificate.hpp"

#include "figures/parameters.hpp"

namespace figures::certificate {
namespace {

// The order of Shown.
constexpr std::array kViews = {Choice{"answers", "Answers"}, Choice{"eigenvalues", "Eigenvalues of Λ"},
                               Choice{"descent", "Descent"}};
// The order of Ask.
constexpr std::array kAsks = {Choice{"gaussian", "Gaussian"}, Choice{"telling", "Most telling"},
                              Choice{"orthonormal", "Orthonormal"}, Choice{"seen", "From training"},
                              Choice{"edited", "Edited"}};
// The order of Step.
constexpr std::array kJobs = {Job{"check", check_job<run, Result, write_check>}};
constexpr std::array kStageList = {Stage{"Data", "Z"}, Stage{"Spectrum", "Lambda"}, Stage{"Fit and impostor", "W"},
                                   Stage{"Descent", "p"}};

constexpr std::array kShareStops = {0.0, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0};
constexpr std::array kExampleStops = {16.0, 64.0, 256.0, 1024.0, 4096.0, 16384.0};
constexpr std::array kDistanceStops = {0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0};

constexpr Condition kAnswers = {.id = "view", .choices = 1};
constexpr Condition kEdited = {.id = "ask", .choices = 1U << 4};
constexpr int kMostEntries = 8 * 5;  // of a question with m = 4

constexpr std::array kParameters = {
    range("share", "Gaussian share", 0, 1, 0,
          "Share of the examples with Gaussian keys and values; all others have orthonormal ones.")
        .with_step(0)
        .with_stops(kShareStops)
        .with_symbol("Lambda")
        .primary(),
    sequences(16384, kExampleStops, "Examples to learn from.").with_label("Examples N"),
    range("m", "Key size m", 2, 4, 4,
          "Keys and values have m numbers each, so a token has d = 2m; m of them are stored.")
        .with_symbol("d"),
    range("distance", "Distance of W", 0.001, 1, 0.3, "How far the impostor's W is from the W of the fit.")
        .with_step(0)
        .with_stops(kDistanceStops)
        .with_symbol("W"),
    choice("ask", "Question", kAsks,
           "What both models are asked: drag an entry of the picture for a question of your own.")
        .with_symbol("Z")
        .of_picture()
        .primary(),
    numbers("question", "Edited question", -9, 9, kMostEntries,
            "The numbers of the edited question, token after token.")
        .with_symbol("Z")
        .of_picture()
        .shown_while(kEdited),
    choice("view", "Show", kViews, "The answers, or what is behind them: what the data see, and where descent ends.")
        .of_picture(),
    range("at", "Question by question", 0, kFilm, kFilm, "What has been asked: the examples, then the new question.")
        .playing(22)
        .of_picture()
        .shown_while(kAnswers),
    kSeed,
    kNewData.primary(),
};

// Multiply-adds: the Gram matrix, then eigenvalues, and eigenvectors for the least norm and for the path of descent.
double work(const Values& values) {
  const double d = 2 * values.number("m");
  const double q = d * (d + 1) / 2;
  const double psi = q * d;
  return values.number("N") * q * q * (q + 1) / 2 + 10 * psi * psi * psi;
}

}  // namespace

extern const Figure kFigure = declare<run, draw, describe, say>({
    .id = "certificate",
    .name = "Can the answer be trusted elsewhere?",
    .question = "Do the training data decide every answer, or only those to questions like their own?",
    .parameters = kParameters,
    .stages = kStageList,
    .jobs = kJobs,
    .shape = {.narrow = 1.5, .wide = 0.6},
    .work = work,
    .act = take_next_seed,
});

}  // namespace figures::certificate
