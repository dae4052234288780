// lifted-learn with sanitizers: what it refuses, and headers with a byte changed.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testPython } from '../c_api/python/run.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
testPython({ PYTHONPATH: '', LIFTED_LEARN: join(top, 'build/sanitized/lifted-learn') }, ['tests/program/refused_test.py']);
