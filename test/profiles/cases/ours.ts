/** Our validator's verdict on a case. */
import { isJsonObject, JsonError, type JsonValue, parseJson } from '../../../src/core/json.ts'
import { hasErrors } from '../../../src/profiles/check.ts'
import type { Definitions } from '../../../src/profiles/definitions/definitions.ts'
import { layerRegistry } from '../../../src/profiles/definitions/layer-registry.ts'
import { type Finding, finding } from '../../../src/profiles/findings.ts'
import { offline, openValidator } from '../../../src/profiles/validator/validator.ts'
import { openCodeLookup } from '../../../src/terminology/code-lookup.ts'
import type { Case } from './cases.ts'
import { ownProfiles, ownValueSets } from './own-profiles.ts'
import { sliceProfiles } from './slice-profiles.ts'

export type Judged = { readonly valid: boolean; readonly findings: readonly Finding[] }

/** A value against its type and these profiles. */
export function openJudge(
  definitions: Definitions,
): (value: JsonValue, profiles: readonly string[]) => readonly Finding[] {
  const registry = layerRegistry(definitions.registry, [...ownProfiles, ...sliceProfiles, ...ownValueSets])
  const validate = openValidator({
    registry,
    codes: openCodeLookup(registry),
    model: definitions,
    searchParameters: definitions.searchParameters,
    clock: () => new Date('2026-11-20T00:00:00Z'),
    bestPractice: 'warning',
  })
  return (value, profiles) =>
    isJsonObject(value)
      ? validate(value, { profiles, policy: offline }).findings
      : [finding('text-unreadable', 'Resource')]
}

export function openOurs(definitions: Definitions): (asked: Pick<Case, 'text' | 'profiles'>) => Judged {
  const judge = openJudge(definitions)
  return ({ text, profiles = [] }) => {
    const findings = judge(read(text) ?? null, profiles)
    return { valid: !hasErrors(findings), findings }
  }
}

function read(text: string): JsonValue | undefined {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof JsonError) return undefined
    throw error
  }
}
