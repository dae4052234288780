// lifted-learn in several processes (MPI), and on more data than memory should hold.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testPython } from '../c_api/python/run.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const env = { PYTHONPATH: join(top, 'src/c_api'), LIFTED_LEARNER_LIBRARY: join(top, 'build/native/liblifted_learner.so') };
testPython({ ...env, LIFTED_LEARN: join(top, 'build/mpi/lifted-learn') }, ['tests/program/mpi_test.py']);
testPython({ ...env, LIFTED_LEARN: join(top, 'build/native/lifted-learn') }, ['tests/program/large_test.py']);
