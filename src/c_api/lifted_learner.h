/* The learner for programs in other languages: Algorithm 1 of arXiv 2410.10101 on sequences of your own. For Python see
 * lifted_learn.py, beside this.
 *
 *   int lengths[] = {2}, rows, columns;                          one sequence of two tokens of two numbers,
 *   double tokens[] = {1, 0, 0.5, 2}, answers[] = {0.25};        and the answer, one number, to the last one
 *   lifted_learned* learned = lifted_learn(2, 1, LIFTED_LAST, 0, 1, lengths, tokens, answers, NULL, NULL);
 *   const double* W = lifted_matrix(learned, LIFTED_W, &rows, &columns);
 *   if (lifted_error(learned)) puts(lifted_error(learned));
 *   lifted_free(learned);
 *
 * A layer of linear attention answers the token z, seeing the tokens z_s, with
 *   y = sum over heads h and tokens s of  V_h z_s (z_sᵀ Q_h z),
 * V_h d_out x d, the value map of a head, and Q_h d x d, its key and query in one. Lambda is the mean of H Hᵀ over all
 * answers, H the d²(d + 1)/2 products G_jk z_l with j <= k, and G the sum of z_s z_sᵀ over the tokens seen.
 * All numbers are doubles, and the same bits on every machine. */
#ifndef LIFTED_LEARNER_H
#define LIFTED_LEARNER_H

#ifdef __cplusplus
extern "C" {
#endif

/* Which tokens ask: the last token, which sees all; every token, seeing all; every token, seeing what is not after it. */
enum { LIFTED_LAST, LIFTED_ALL, LIFTED_CAUSAL };

/* What was learned, or why nothing was. */
typedef struct lifted_learned lifted_learned;

/* Is told the fraction done, 0 to 1, and the `context` that lifted_learn() was given. */
typedef void (*lifted_progress)(double fraction, void* context);

/* A `progress` for who would rather look than be called: writes the fraction into the double that `context` points to,
 * which another thread may read meanwhile. O(1). */
void lifted_note_fraction(double fraction, void* context);

/* How many threads share the work from now on, in all calls together; 0: one for each processor of
 * the machine. At first it is 1. What is learned is the same to the last bit with any number. O(count). */
void lifted_use_threads(int count);

/* Learns; takes up to minutes, and calls `progress` (may be NULL) with 0 to 1 meanwhile.
 *   d, d_out   numbers in a token, 1 to 16, and in an answer, at least 1
 *   targets    one of the three above
 *   lambda     penalty on W, 0 or more, in the units of Lambda; 0: of all best fits the one of least norm
 *   count      sequences; lengths: the tokens of each, at least 1
 *   tokens     d numbers a token, one sequence after another
 *   answers    d_out numbers for each token that is asked
 * Back comes an object that lifted_free() takes, also when something is wrong with the data; NULL never.
 * Cost, with psi = d²(d + 1)/2: rows psi²/2 + psi³/6 multiply-adds, and 24 psi² bytes; the arguments are read
 * during the call only. */
lifted_learned* lifted_learn(int d, int d_out, int targets, double lambda, int count, const int* lengths,
                             const double* tokens, const double* answers, lifted_progress progress, void* context);

/* A sentence about what is wrong, and then there is nothing else to ask for; NULL: it has learned. Wrong are: a size,
 * `targets` or `lambda` out of range; an empty sequence; a number that is not finite; tokens whose products overflow or
 * vanish; a lambda too small to decide; eigenvalues or singular values that do not converge.
 * It lives as long as `learned`. O(1). */
const char* lifted_error(const lifted_learned* learned);

/* Numbers that were learned, or tell how. */
enum {
  LIFTED_ROWS,           /* answers learned from */
  LIFTED_UNKNOWNS,       /* d²(d + 1)/2, for each of the d_out numbers of an answer */
  LIFTED_RANK,           /* of the system that was solved */
  LIFTED_MINIMUM_NORM,   /* 1: the data leave W open, and the smallest that fits was taken */
  LIFTED_ERROR_MEAN,     /* mean of the squares of all numbers that the answers are off by, in their units squared */
  LIFTED_ERROR_SHARE,    /* sum of these squares over the sum of the squares of the answers, 0 to 1 */
  LIFTED_NEEDED_HEADS,   /* how many heads are needed, or stand above the noise; min(d, d_out): that many or more */
  LIFTED_LAMBDA_MIN,     /* smallest eigenvalue of Lambda, units of tokens to the power 6; 0: many functions fit */
  LIFTED_LAMBDA_MAX,     /* its largest eigenvalue, in the same units */
  LIFTED_CERTIFIED_RANK, /* eigenvalues of Lambda that are not 0 */
  LIFTED_CONDITION,      /* of what was solved, its features scaled to one size: rounding counts so many times */
  LIFTED_DIGITS,         /* decimal digits of W that survive rounding, 0 to 15 */
  LIFTED_RANK_IN_DOUBT,  /* 1: rounding may hide directions, so the rank may be too small: subtract a usual value */
  LIFTED_NUMBERS         /* how many there are */
};
/* One of these; 0 where there is none, or nothing was learned. O(1). */
double lifted_number(const lifted_learned* learned, int which);

/* Matrices that were learned. */
enum {
  LIFTED_W,               /* (d_out d) x d²: y_a = sum of W[a d + j][k d + l] G_jk z_l, G = sum of z_s z_sᵀ */
  LIFTED_SINGULAR_VALUES, /* of W, falling, in a column of min(d_out d, d²) */
  LIFTED_V,               /* the value maps of all heads side by side, d_out x (d heads) */
  LIFTED_Q,               /* their keys and queries in one, d x (d heads) */
  LIFTED_EVIDENCE,        /* what LIFTED_NEEDED_HEADS was read from, falling, in a column of min(d, d_out) */
  LIFTED_EIGENVALUES,     /* of Lambda, all of them, rising, in a column; none beyond 320 unknowns */
  LIFTED_MATRICES         /* how many there are */
};
/* A matrix, column by column, and its size; NULL, and 0 x 0, where there is none. It lives as long as `learned`. O(1).
 */
const double* lifted_matrix(const lifted_learned* learned, int which, int* rows, int* columns);

/* Gives back what lifted_learn() made; NULL is taken too. O(1). */
void lifted_free(lifted_learned* learned);

#ifdef __cplusplus
}
#endif
#endif
