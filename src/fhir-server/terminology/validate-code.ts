/** Whether a code is valid. R4 codesystem-operation-validate-code.html, valueset-operation-validate-code.html. */

import type { ValueSet } from '@medplum/fhirtypes'
import { invalidField } from '../../core/problems.ts'
import type { Code } from '../../profiles/code-lookup.ts'
import { type Ground, withResources } from '../../terminology/ground.ts'
import { gatherSystems } from '../../terminology/loaded-systems.ts'
import type { Terminology } from '../../terminology/terminology.ts'
import { type Validated, validateCode, validateMember } from '../../terminology/validate-code.ts'
import { compileValueSet, type ValueSetTest } from '../../terminology/value-set-test.ts'
import type { FhirRequest, Look, ReadExchange } from '../exchange.ts'
import { findText } from '../parameters.ts'
import { readCodes, readFlag } from './asked-code.ts'
import { notKnown, validationReply } from './outcomes.ts'
import { findAsked, openTenantGround } from './stored-definitions.ts'

export const validateInCodeSystem: Look = async (exchange, request) => {
  const named = { type: 'CodeSystem', parameter: 'codeSystem', version: 'version' } as const
  const { definition, canonical } = await findAsked(exchange, request, named)
  const system = definition?.url ?? canonical?.split('|')[0]
  const codes = readCodes(request, { system: 'system', version: 'version' }).map((code) => ({
    ...(system === undefined ? {} : { system }),
    ...code,
  }))
  if (codes.some((code) => code.system === undefined))
    throw invalidField('url', 'is expected, or a coding with its system')
  if (system !== undefined && codes.some((code) => code.system !== system))
    throw invalidField('coding', 'is not of the code system that is asked')
  const { terminology } = exchange.server
  const wanted = codes.flatMap((code) => code.system ?? [])
  const own = definition === undefined ? terminology.ground : withResources(terminology.ground, [definition])
  const ground =
    definition === undefined ? await openTenantGround(exchange, own, { valueSets: [], systems: wanted }) : own
  const systems = await gatherSystems(exchange.tx.client, ground.systems, codes)
  exchange.tx.record('fhir.terminology', { resourceType: 'CodeSystem' })
  const asking = { systems, mayBeAbstract: true }
  return validationReply(best(codes.map((code) => validateCode(asking, code))))
}

export const validateInValueSet: Look = async (exchange, request) => {
  const named = { type: 'ValueSet', parameter: 'valueSet', version: 'valueSetVersion' } as const
  const { definition, canonical } = await findAsked(exchange, request, named)
  const asked = definition ?? canonical
  if (asked === undefined) throw invalidField('url', 'is expected, or a valueSet')
  const codes = readCodes(request, { system: 'system', version: 'systemVersion' })
  const isByCode = findText(request, 'code') !== undefined
  if (codes.some((code) => code.system === undefined) && !isByCode) throw invalidField('coding', 'has no system')
  const { terminology } = exchange.server
  const { ground, test } = await openValueSet(exchange, asked)
  if (test === undefined && terminology.askServer === undefined)
    throw notKnown('url', 'is no value set that is known here')
  const known = withSystems(codes, definition ?? ground.findValueSet(String(asked)))
  const systems = await gatherSystems(exchange.tx.client, ground.systems, known)
  exchange.tx.record('fhir.terminology', { resourceType: 'ValueSet' })
  const asking = { systems, mayBeAbstract: readAbstract(request) }
  const own = best(codes.map((code) => validateMember(asking, test, code)))
  const isOpen = own.refusal === 'unknown' && canonical !== undefined
  return validationReply(isOpen ? ((await askElsewhere(terminology, canonical, codes)) ?? own) : own)
}

/** The answer of another server, if one is configured. */
async function askElsewhere(
  { askServer }: Terminology,
  canonical: string,
  codes: readonly Code[],
): Promise<Validated | undefined> {
  const answers = await Promise.all(codes.map((code) => askServer?.(canonical, code)))
  if (answers.includes('member')) return {}
  return answers.every((answer) => answer === 'not-member') ? { refusal: 'not-member' } : undefined
}

/** R4: an abstract code is valid unless the request excludes it. */
const readAbstract = (request: FhirRequest): boolean =>
  findText(request, 'abstract') === undefined || readFlag(request, 'abstract')

async function openValueSet(
  exchange: ReadExchange,
  asked: string | ValueSet,
): Promise<{ readonly ground: Ground; readonly test: ValueSetTest | undefined }> {
  const ground = await openTenantGround(exchange, exchange.server.terminology.ground, {
    valueSets: [asked],
    systems: [],
  })
  const test = typeof asked === 'string' ? ground.findTest(asked) : compileValueSet(asked, ground.findTest)
  return { ground, test }
}

/** A code alone may belong to each system of the value set. */
function withSystems(codes: readonly Code[], valueSet: ValueSet | undefined): Code[] {
  const systems = (valueSet?.compose?.include ?? []).flatMap(({ system }) => system ?? [])
  return codes.flatMap((code) => (code.system === undefined ? systems.map((system) => ({ ...code, system })) : [code]))
}

/** One of the codings of a CodeableConcept must be valid. */
const best = (answers: readonly Validated[]): Validated =>
  answers.find(({ refusal }) => refusal === undefined) ??
  answers.find(({ refusal }) => refusal === 'unknown') ??
  answers[0] ?? { refusal: 'no-code' }
