import type { Config } from 'jest'
import { listTestFiles, tierOf, tiers } from './test/tiers.ts'

const files = Map.groupBy(listTestFiles(), tierOf)

const database = {
  globalSetup: '<rootDir>/test/global-setup.ts',
  globalTeardown: '<rootDir>/test/global-teardown.ts',
}

export default {
  projects: tiers.map((tier) => ({
    displayName: tier,
    testEnvironment: 'node',
    roots: ['<rootDir>/test'],
    testMatch: (files.get(tier) ?? []).map((file) => `<rootDir>/${file}`),
    extensionsToTreatAsEsm: ['.ts'],
    transform: {},
    ...(tier === 'unit' ? {} : database),
  })),
  coverageProvider: 'v8',
  // No test is about how long it takes: only what hangs takes as long. `npm run test:exhaustive` gives ten minutes.
  testTimeout: 120_000,
  maxWorkers: 2,
} satisfies Config
