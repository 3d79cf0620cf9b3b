/** All cases for both validators, and how often they agree. */
import type { Registry } from '../../../src/profiles/registry.ts'
import { type Case, listMutatedCases } from './cases.ts'
import { listParameterCases } from './definitions/parameter-cases.ts'
import { listStructureCases } from './definitions/structure-cases.ts'
import { listGeneralCases } from './general-cases.ts'
import type { Judged } from './ours.ts'
import { listOwnCases } from './own-cases.ts'
import { listResponseCases } from './response-cases.ts'
import type { Group } from './seeds.ts'
import { listSliceCases } from './slice-cases.ts'
import { listSpecialCases } from './special.ts'
import type { Verdict } from './verdicts.ts'

/** Those that need no published examples of R4. */
export const listQuickCases = (registry: Registry): Case[] =>
  listCases(registry, ['AU Base examples', 'AU Core examples'])

export const listAllCases = (registry: Registry): Case[] =>
  listCases(registry, ['R4 examples', 'AU Base examples', 'AU Core examples'])

const listCases = (registry: Registry, groups: readonly Group[]): Case[] => [
  ...listOwnCases(),
  ...listSpecialCases(),
  ...listStructureCases(),
  ...listParameterCases(),
  ...listGeneralCases(),
  ...listResponseCases(),
  ...listSliceCases(),
  ...groups.flatMap((group) => listMutatedCases(registry, group)),
]

export type Compared = { readonly each: Case; readonly theirs: Verdict; readonly ours: Judged }

export const compare = (verdicts: ReadonlyMap<Case, Verdict>, judge: (each: Case) => Judged): Compared[] =>
  [...verdicts].map(([each, theirs]) => ({ each, theirs, ours: judge(each) }))

export const agrees = ({ theirs, ours }: Compared): boolean => theirs.valid === ours.valid
