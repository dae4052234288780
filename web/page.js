// @ts-check
// The scripts of the article's pages, in one file: each would cost a reader on a slow line another answer to wait for.

import './chapters.js';
import './glossary.js';
import './unfold.js';
import './contents.js';
import './trials.js';
import './steps.js';
import './classroom.js';
