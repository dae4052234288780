/* y = 2 z (z z) from two sequences of one token, in C. */
#include <c_api/lifted_learner.h>
#include <stdio.h>

int main(void) {
  const int lengths[] = {1, 1};
  const double tokens[] = {1, 2}, answers[] = {2, 16};
  lifted_learned* learned = lifted_learn(1, 1, LIFTED_LAST, 0, 2, lengths, tokens, answers, NULL, NULL);
  int rows, columns;
  if (lifted_error(learned)) puts(lifted_error(learned));
  else printf("W = %.9f\n", *lifted_matrix(learned, LIFTED_W, &rows, &columns));
  lifted_free(learned);
  return 0;
}
