// A contestant in JavaScript: the protocol of bench.cpp around functions `jobs[task](data, laps) -> numbers`.
import { createInterface } from 'node:readline';
import { read } from './features.mjs';

class Laps {
  stages = {};
  start() {
    this.mark = performance.now();
  }
  lap(stage) {
    this.stages[stage] = performance.now() - this.mark;
    this.mark = performance.now();
  }
}

const sum = (numbers) => Object.values(numbers).reduce((total, each) => total + each, 0);

function repeat(job, data, least) {
  const total = {};
  let answer;
  let runs = 0;
  do {
    const laps = new Laps();
    answer = job(data, laps);
    runs++;
    for (const [stage, ms] of Object.entries(laps.stages)) total[stage] = (total[stage] ?? 0) + ms;
  } while (sum(total) < least);
  const stages = Object.fromEntries(Object.entries(total).map(([stage, ms]) => [stage, ms / runs]));
  return { answer, timing: { ms: sum(stages), runs, stages } };
}

/** Answers lines on standard input until it ends. */
export async function serve(jobs, version) {
  let job, data, answer;
  const verbs = {
    version: () => ({ version }),
    prepare([task, ...size]) {
      job = jobs[task];
      if (!job) return { skip: 'not its task' };
      data = read(size);
      return {};
    },
    run([least]) {
      const { answer: numbers, timing } = repeat(job, data, Number(least));
      answer = numbers;
      return timing;
    },
    answer: () => ({ answer: [...answer] }),
  };
  for await (const line of createInterface({ input: process.stdin })) {
    const [verb, ...words] = line.split(' ');
    console.log(JSON.stringify(verbs[verb](words)));
  }
}
