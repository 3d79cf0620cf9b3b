/** Runs one rule on one value and lists its reports: `rule place`. */
import type { JsonObject } from '../../../src/core/json.ts'
import type { Site, Sources } from '../../../src/profiles/rules/site.ts'

/** Sources without any definition. */
export const noSources: Sources = {
  isResourceType: () => false,
  codes: { checkMembership: () => 'unknown', findCode: () => undefined },
  registry: {
    findStructure: () => undefined,
    findType: () => undefined,
    findValueSet: () => undefined,
    findCodeSystem: () => undefined,
    list: () => [],
    listProfiles: () => [],
  },
}

export function listReported(resource: JsonObject, check: (value: JsonObject, site: Site) => void): string[] {
  const steps: (string | number)[] = []
  const found: string[] = []
  const site: Site = {
    root: resource,
    frame: { resource, container: resource, bundle: undefined, fullUrl: undefined },
    budget: { left: 100_000 },
    enter: (step) => {
      steps.push(step)
    },
    leave: () => {
      steps.pop()
    },
    isSpent: () => false,
    postpone: (rest) => rest(),
    listNames: () => steps.filter((step) => typeof step === 'string'),
    report: (rule, name) => {
      const path = [...steps, ...(name === undefined ? [] : [name])].join('.')
      found.push(path === '' ? rule : `${rule} ${path}`)
    },
  }
  check(resource, site)
  return found
}
