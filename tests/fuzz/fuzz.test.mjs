// libFuzzer with the sanitizers on what reads from outside and on every figure: the same runs every time, from one seed.
//   LIFTED_FUZZ_SEED=7 LIFTED_FUZZ_SECONDS=600 node --test tests/fuzz/fuzz.test.mjs   other runs, and so many seconds for each target
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { libfuzzer as limits } from '../limits.mjs';
import { recorder } from '../record.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const program = join(top, 'build/sanitized/fuzz');
const seeds = join(top, 'tests/fuzz/seeds');
const finds = join(top, 'build/fuzz');

const seed = Number(process.env.LIFTED_FUZZ_SEED ?? 1);
const seconds = Number(process.env.LIFTED_FUZZ_SECONDS ?? 0);
// Each target takes seconds, or less.
const kParsers = { table: 20_000, text: 4000, query: 10_000, json: 10_000, speak: 20_000, scan: 20_000, words: 300, bytes: 20_000 };
const kFigures = { head_count: 6, cost: 15, landscape: 30, samples: 30, language: 200 }; // the first 100 inputs are too short a text for it
const kUsual = 50;
// Longer inputs say more: a table of some rows, a text of some windows, the settings of a figure and all its presses.
const kLength = { figure: 1024, parser: 2048 };

assert.ok(existsSync(program), `${program} is not there: bash tests/run.sh sanitized builds it`);
const targets = execFileSync(program, ['--list'], { encoding: 'utf8' }).trim().split('\n');

let runs = 0;
let sound = 0;
after(() => {
  const record = recorder('libfuzzer');
  record(limits.inputs(targets.length, seed), runs);
  record(limits.broken, targets.length - sound);
});

for (const target of targets) {
  const parses = target in kParsers;
  const wanted = kParsers[target] ?? kFigures[target] ?? kUsual;
  test(`the fuzzer finds nothing in ${target}`, () => {
    const folder = join(finds, target);
    const corpus = join(folder, 'corpus');
    rmSync(corpus, { recursive: true, force: true });
    mkdirSync(corpus, { recursive: true });
    const own = join(seeds, target);
    const options = [
      `--target=${target}`, `-seed=${seed}`, `-max_len=${parses ? kLength.parser : kLength.figure}`, '-len_control=0',
      `-dict=${join(top, 'tests/fuzz/words.dict')}`, `-artifact_prefix=${folder}/`, '-timeout=600', '-print_final_stats=1', '-verbosity=1',
      // What the code compares with depends on where things lie in memory, and so would the runs.
      ...(seconds > 0 ? [`-max_total_time=${seconds}`] : [`-runs=${wanted}`, '-use_cmp=0']),
      corpus, ...(existsSync(own) ? [own] : []),
    ];
    const { status, stderr } = spawnSync(program, options, { cwd: top, encoding: 'utf8', maxBuffer: 1 << 28 });
    const kept = readdirSync(folder).filter((name) => /^(crash|leak|oom|timeout)-/.test(name) && stderr.includes(name));
    const again = kept.map((name) => `${relative(top, program)} --target=${target} ${relative(top, join(folder, name))}`);
    assert.equal(status, 0, `seed ${seed}; again:\n${again.join('\n')}\n${stderr.split('\n').slice(-60).join('\n')}`);
    const ran = Number(/stat::number_of_executed_units:\s*(\d+)/.exec(stderr)?.[1]);
    runs += ran;
    assert.ok(ran >= (seconds > 0 ? 1 : wanted), `${target} ran ${ran} times:\n${stderr.slice(-2000)}`);
    // A fuzzer that only ever sees refusals finds nothing.
    const [, pictures, of] = /pictures: (\d+) of (\d+) runs/.exec(stderr) ?? [];
    if (!parses) assert.ok(Number(pictures) > Number(of) / 4, `${pictures} of ${of} runs gave a picture`);
    ++sound;
  });
}
