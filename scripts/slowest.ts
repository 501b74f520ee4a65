/**
 * What took longest, as the last words of a run: `vitest run --reporter=default --reporter=./scripts/slowest.ts`. A file
 * takes what its tests take and what they need before and after them.
 */
import type { Reporter, TestModule } from 'vitest/node';

const shown = 12;

const longest = (all: [name: string, ms: number][]): string =>
  all
    .sort(([, a], [, b]) => b - a)
    .slice(0, shown)
    .map(([name, ms]) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${name}`)
    .join('\n');

export default class Slowest implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test): [string, number] => [
        `${module.relativeModuleId} > ${test.fullName}`,
        test.diagnostic()?.duration ?? 0,
      ]),
    );
    const files = modules.map((module): [string, number] => [module.relativeModuleId, module.diagnostic().duration]);
    console.log(`\nThe slowest files:\n${longest(files)}\n\nThe slowest tests:\n${longest(tests)}`);
  }
}
