import { join } from 'node:path'
import type { Config } from 'jest'
import { findMemoryFolder } from './test/memory-folder.ts'
import { listTestFiles, tierOf, tiers } from './test/tiers.ts'

// Node keeps what it has compiled, for the workers and the programs that tests start.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

const memoryFolder = findMemoryFolder()
if (memoryFolder !== undefined) process.env['TMPDIR'] ??= memoryFolder

const files = Map.groupBy(listTestFiles(), tierOf)

const database = {
  globalSetup: '<rootDir>/test/global-setup.ts',
  globalTeardown: '<rootDir>/test/global-teardown.ts',
}

export default {
  projects: tiers.map((tier) => ({
    displayName: tier,
    testEnvironment: 'node',
    testRunner: '<rootDir>/test/test-runner.ts',
    roots: ['<rootDir>/test'],
    testMatch: (files.get(tier) ?? []).map((file) => `<rootDir>/${file}`),
    transform: {},
    ...(tier === 'unit' ? {} : database),
  })),
  coverageProvider: 'v8',
  // No test is about how long it takes: only what hangs takes as long, also on a slow machine. `npm run test:exhaustive` gives half an hour.
  testTimeout: 600_000,
  // For two cores: about half of the time a test of a server waits for something.
  maxWorkers: 4,
} satisfies Config
