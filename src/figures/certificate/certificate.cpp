#include "figures/certificate/certificate.hpp"

#include "figures/parameters.hpp"

namespace figures::certificate {
namespace {

// The order of Shown.
constexpr std::array kViews = {Choice{"answers", "Answers"}, Choice{"eigenvalues", "Eigenvalues of Λ"},
                               Choice{"descent", "Descent"}};
constexpr std::array kMeasures = {Choice{"distance", "Distance"}, Choice{"errors", "Errors"}};
constexpr std::array kData = {Choice{"one", "One mixture"}, Choice{"every", "All mixtures"}};
// The order of Ask.
constexpr std::array kAsks = {Choice{"gaussian", "Gaussian"}, Choice{"telling", "Most telling"},
                              Choice{"orthonormal", "Orthonormal"}, Choice{"seen", "From training"},
                              Choice{"edited", "Edited"}};
// The order of Step.
constexpr std::array kJobs = {Job{"check", check_job<run, Result, write_check>}};
constexpr std::array kStageList = {Stage{"Data", "Z"}, Stage{"Spectrum", "Lambda"}, Stage{"Fit and impostor", "W"},
                                   Stage{"Descent", "p"}};

constexpr std::array kExampleStops = {16.0, 64.0, 256.0, 1024.0, 4096.0, 16384.0};
constexpr std::array kDistanceStops = {0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0};

constexpr Condition kOneMixture = {.id = "mixtures", .choices = 1};
constexpr Condition kEveryMixture = {.id = "mixtures", .choices = 2};
constexpr Condition kAnswers = {.id = "view", .choices = 1};
constexpr Condition kEdited = {.id = "ask", .choices = 1U << 4};
constexpr int kMostEntries = 8 * 5;  // of a question with m = 4

constexpr std::array kParameters = {
    kGaussianShare.shown_while(kOneMixture).primary(),
    sequences(16384, kExampleStops, "Examples to learn from.").with_label("Examples N"),
    key_size(4),
    range("distance", "Distance of W", kDistanceStops, 0.3, "How far the impostor's W is from the W of the fit.")
        .with_symbol("W")
        .shown_while(kOneMixture),
    choice("mixtures", "Data", kData,
           "One mixture of examples, or several compared: how far from the truth learning ends, or how wrong on new "
           "questions, against λ_min."),
    choice("measure", "Measured by", kMeasures,
           "The distance of the coefficients from those that made the data, or the errors on new questions.")
        .of_picture()
        .shown_while(kEveryMixture),
    choice("ask", "Question", kAsks,
           "What both models are asked. Drag a number in the picture to ask a question of your own.")
        .with_symbol("Z")
        .of_picture()
        .shown_while(kOneMixture)
        .primary(),
    numbers("question", "Edited question", -9, 9, kMostEntries,
            "The numbers of the edited question, token after token.")
        .with_symbol("Z")
        .of_picture()
        .shown_while(kEdited),
    choice("view", "Show", kViews, "The answers, or what lies behind them: what the data see, or where descent ends.")
        .of_picture()
        .shown_while(kOneMixture),
    film("at", "Question by question", kFilm, 22, "What has been asked: the examples, then the new question.")
        .shown_while(kAnswers),
    range("time", "Steps of descent", kFirstDoubling, kLastDoubling, kLastDoubling,
          "How long descent has run, from about a thousand steps to 65,536.")
        .with_step(1.0 / kMomentsToADoubling)
        .playing(1.2)
        .of_picture()
        .shown_while(kEveryMixture),
    kSeed,
    kNewData.primary(),
};

// Multiply-adds: the Gram matrix, then eigenvalues, and eigenvectors for the least norm and for the path of descent.
double work(const Values& values) {
  if (compares_mixtures(values)) return mixtures_work(values.number("N"), values.number("m"));
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
    .shape = {.narrow = 1.5, .wide = 0.58},
    .work = work,
    .act = take_next_seed,
});

}  // namespace figures::certificate
