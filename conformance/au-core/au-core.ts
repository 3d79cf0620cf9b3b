/** AU Core 2.0.0, a responder's side: what the published test kit looks at, in the order in which one answer feeds the next. */
import type { Group, Suite } from '../check.ts'
import type { Validator } from '../validator.ts'
import { buildCapabilityGroup, isStated, type Stated } from './capability.ts'
import {
  buildMissingDataCheck,
  buildMustSupportChecks,
  buildReferenceCheck,
  buildValidationChecks,
  listUnknownClaims,
} from './contents.ts'
import { Gathered } from './gathered.ts'
import { buildReadCheck, findPatients, gatherByPatient, gatherReferred } from './reads.ts'
import { type TypeRow, typeRows } from './requirements.ts'
import { buildResponseChecks } from './responses.ts'
import { buildSearchChecks } from './search-checks.ts'
import { Validity } from './validity.ts'

export type AuCoreOptions = {
  readonly patientIds: readonly string[]
  /** The five profiles of the 2.1.0 draft too. */
  readonly hasDraft: boolean
  readonly hasToken: boolean
  /** Only these types; all where there are none. */
  readonly types: readonly string[]
  readonly validator: Validator | undefined
}

export function buildAuCore(options: AuCoreOptions): Suite {
  const isAsked = ({ type, draft }: TypeRow): boolean =>
    options.types.length === 0 ? draft === undefined || options.hasDraft : options.types.includes(type)
  const rows = typeRows.filter(isAsked)
  const stated: Stated = {}
  const gathered = new Gathered(options.patientIds)
  return {
    id: 'au-core',
    title: options.hasDraft ? 'AU Core 2.0.0 and the profiles of the 2.1.0 draft' : 'AU Core 2.0.0',
    groups: [
      buildCapabilityGroup(rows, stated),
      ...rows.map((row) => buildTypeGroup(row, { ...options, gathered, stated })),
      buildWholeGroup(rows, { ...options, gathered, stated }),
    ],
  }
}

type Shared = AuCoreOptions & { readonly gathered: Gathered; readonly stated: Stated }

function buildTypeGroup(row: TypeRow, { gathered, stated }: Shared): Group {
  const isOfPatient = row.parameters.some(({ name }) => name === 'patient')
  const checks = [buildReadCheck(row, gathered), ...buildSearchChecks(row, gathered)]
  return {
    id: row.type.toLowerCase(),
    title: row.type,
    isNeeded: () => row.type === 'Patient' || isStated(stated, row.type),
    prepare: async (server) => {
      if (row.type === 'Patient') await findPatients(server, gathered)
      else if (isOfPatient) await gatherByPatient(server, row, gathered)
      else await gatherReferred(server, row, gathered)
    },
    checks,
  }
}

/** Builds the checks that need all gathered resources. */
function buildWholeGroup(rows: readonly TypeRow[], { gathered, validator, hasToken, stated }: Shared): Group {
  const validity = validator === undefined ? undefined : new Validity(gathered, rows, validator)
  // Targets of references come along for validation.
  const build = [
    (row: TypeRow) => (row.references.length === 0 ? [] : [buildReferenceCheck(row, gathered)]),
    (row: TypeRow) => buildMustSupportChecks(row, gathered),
    (row: TypeRow) => buildValidationChecks(row, gathered, validity),
  ]
  const checks = build.flatMap((of) =>
    rows.flatMap((row) =>
      of(row).map((check) => ({ ...check, isNeeded: () => row.type === 'Patient' || isStated(stated, row.type) })),
    ),
  )
  return {
    id: 'contents',
    title: 'What the resources hold, and how the server refuses',
    checks: [...checks, buildMissingDataCheck(gathered), ...buildResponseChecks(gathered, hasToken)],
    remarks: () => listUnknownClaims(gathered).map((url) => `Claimed, and not of this suite: ${url}`),
  }
}
