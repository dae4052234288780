// Written by language_golden.py: do not edit, run the script.
#pragma once

// clang-format off
namespace golden {

inline constexpr char kLanguageText[] = R"text(The lighthouse stood on a narrow tongue of rock, and when the wind came from the west the whole tower hummed like a bottle.
Every evening the keeper climbed the stairs, counted the steps aloud, and lit the lamp. There were one hundred and twelve steps.
He had counted them so often that he no longer heard himself; but when a visitor climbed behind him, he counted silently, as if the number were a secret.

In summer the boats came in after dark, one behind the other, and the keeper knew each of them by the way its light rose and fell.
The first was always the old blue one. It belonged to two brothers who had not spoken to each other for nine years, and who had
never once been seen in different boats. "We fish," said the elder when he was asked about it. "What is there to say?"

One night the lamp would not burn. The keeper cleaned the glass, changed the wick, and cleaned the glass again. Then he sat down on the
highest step and listened. The sea was calm. Far away he heard the engine of the blue boat, and then, for the first time, two voices.
They were singing. They sang badly, and not the same song, but they sang loudly enough that the other boats could follow them home.

In the morning the lamp worked as before. The keeper wrote in his book: "Lamp out from ten to four. No harm done." He thought for a while,
and then he added: "The brothers sang." He was a careful man, and he wanted the book to be complete. Years later someone read these lines,
and wondered what they meant, and put the book back on its shelf.

The rock is empty now. A machine turns the light on when the sun goes down, and turns it off when the sun comes up. It does not count the steps.
Sometimes, when the wind comes from the west, the whole tower hummed like a bottle, the fishermen say; and the youngest of them ask: which tower?
)text";
inline constexpr char kLanguageSettings[] = "vocabulary=24&d=4&n=2&seed=3&penalty=fixed&lambda=0.0001";
inline constexpr double kLanguageErrors[] = {1.0, 0.8715547178410791, 0.8175063733158228, 0.9467152773157332};
inline constexpr double kLanguageAccuracies[] = {0.18457300275482094, 0.33608815426997246, 0.418732782369146, 0.20110192837465565};
inline constexpr double kLanguageSpectrum[] = {0.001596641846264648, 0.0019203603215118509, 0.0029260408522737945, 0.0033169718233397403, 0.0035759842612170427, 0.0037369093899877605, 0.004385102082040439, 0.004956490018373591, 0.005370483233104335, 0.005864117077717657, 0.006512053137476381, 0.007201987995262582, 0.00768559652989467, 0.008646576438369802, 0.008875461720291427, 0.00953908612204615, 0.010188583124851077, 0.010667987228640178, 0.013033567822003095, 0.014026503409065813, 0.01425301777633534, 0.01568926358645863, 0.01648787122686819, 0.017970239092714346, 0.01956565718873015, 0.02175533275164959, 0.024299116742104672, 0.026460909080472807, 0.030752581048840585, 0.031391560237329995, 0.033414304851441826, 0.040927530957926644, 0.04843650014510366, 0.050178561088343815, 0.06662191768537408, 0.08099475136298494, 0.1951330669048497, 0.30821708365841527, 0.33162535428191214, 0.46950870797596844};
inline constexpr double kLanguageRho[] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
inline constexpr double kSketchSizes[] = {1.0, 5.0, 20.0, 40.0};
inline constexpr double kSketchGreedy[] = {1.081226897679122, 1.0279848656044446, 0.950473533944927};
inline constexpr double kSketchLeverage[] = {1.0814834457495257, 1.0514583604159415, 0.9880732236054888, 0.9467152773157334};
inline constexpr double kSketchMixed[] = {1.0843971765769638, 1.0558338083615235, 0.994913876138236, 0.9467152773157338};

}  // namespace golden
