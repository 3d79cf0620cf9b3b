/** The members of a value set. R4 valueset-operation-expand.html. */
import type { ValueSet } from '@medplum/fhirtypes'
import { newId } from '../../core/ids.ts'
import { stringifyJson } from '../../core/json.ts'
import { invalidField } from '../../core/problems.ts'
import { tooCostly } from '../../fhir-search/criteria/parse-criterion.ts'
import {
  ExpansionError,
  type ExpansionFault,
  type ExpansionGround,
  expandValueSet,
  type Member,
} from '../../terminology/expansion.ts'
import { gatherSystems, listLoadedConcepts } from '../../terminology/loaded-systems.ts'
import type { FhirReply, FhirRequest, Look } from '../exchange.ts'
import { findText } from '../parameters.ts'
import { readFlag, readNumber } from './asked-code.ts'
import { notHere, notKnown } from './outcomes.ts'
import { findAsked, openTenantGround } from './stored-definitions.ts'

/** In one reply. */
const maxMembers = 10_000

export const expand: Look = async (exchange, request) => {
  const named = { type: 'ValueSet', parameter: 'valueSet', version: 'valueSetVersion' } as const
  const { definition, canonical } = await findAsked(exchange, request, named)
  const asked = definition ?? canonical
  if (asked === undefined) throw invalidField('url', 'is expected, or a valueSet')
  const { terminology } = exchange.server
  const ground = await openTenantGround(exchange, terminology.ground, { valueSets: [asked], systems: [] })
  const valueSet = typeof asked === 'string' ? ground.findValueSet(asked) : asked
  if (valueSet === undefined) throw notKnown('url', 'is no value set that is known here')
  const page = readPage(request)
  const filter = findText(request, 'filter')
  const wanted = { activeOnly: readFlag(request, 'activeOnly'), ...(filter === undefined ? {} : { filter }) }
  const { client } = exchange.tx
  const from: ExpansionGround = {
    ground,
    listConcepts: (include, narrowed) => listLoadedConcepts(client, include, narrowed),
    gather: (codes) => gatherSystems(client, ground.systems, codes),
  }
  const members = await listMembers(() => expandValueSet(from, valueSet, wanted))
  if (page.count === undefined && members.length > maxMembers)
    throw tooCostly('url', 'has more than 10000 members: ask for a page of them')
  exchange.tx.record('fhir.terminology', { resourceType: 'ValueSet', count: members.length })
  return reply(request, { valueSet, members, page })
}

type Page = { readonly offset: number; readonly count: number | undefined }

function readPage(request: FhirRequest): Page {
  const count = readNumber(request, 'count')
  if (count !== undefined && count > maxMembers) throw tooCostly('count', 'is more than 10000')
  return { offset: readNumber(request, 'offset') ?? 0, count }
}

// biome-ignore format: one row a line
const faults: Readonly<Record<ExpansionFault, () => Error>> = {
  'too-costly':  () => tooCostly('url', 'is composed of too many codes to look at: narrow it'),
  'not-loaded':  () => notHere('url', 'has members of a code system that is not loaded here'),
  'unknown-set': () => notKnown('url', 'imports a value set that is not known here'),
}

async function listMembers(work: () => Promise<readonly Member[]>): Promise<readonly Member[]> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ExpansionError ? faults[error.reason]() : error
  }
}

type Expanded = { readonly valueSet: ValueSet; readonly members: readonly Member[]; readonly page: Page }

function reply(request: FhirRequest, { valueSet, members, page }: Expanded): FhirReply {
  const withDesignations = readFlag(request, 'includeDesignations')
  const language = findText(request, 'displayLanguage')
  const { offset, count } = page
  const shown = members.slice(offset, count === undefined ? undefined : offset + count)
  const { compose, expansion, text, ...head } = valueSet
  const isDefined = readFlag(request, 'includeDefinition')
  const contains = shown.map((member) => buildContains(member, { withDesignations, language }))
  return {
    status: 200,
    text: stringifyJson({
      ...head,
      ...(isDefined && compose !== undefined ? { compose } : {}),
      expansion: {
        identifier: `urn:uuid:${newId()}`,
        timestamp: new Date().toISOString(),
        total: members.length,
        ...(count === undefined && offset === 0 ? {} : { offset }),
        parameter: listParameters(request),
        ...(contains.length === 0 ? {} : { contains }),
      },
    }),
  }
}

type Naming = { readonly withDesignations: boolean; readonly language: string | undefined }

function buildContains(member: Member, { withDesignations, language }: Naming) {
  const { system, version, code, designations, isAbstract, isInactive } = member
  const named = language === undefined ? undefined : designations.find((one) => one.language === language)
  const display = named?.value ?? member.display
  return {
    system,
    ...(isAbstract ? { abstract: true } : {}),
    ...(isInactive ? { inactive: true } : {}),
    ...(version === undefined ? {} : { version }),
    code,
    ...(display === undefined ? {} : { display }),
    ...(withDesignations && designations.length > 0
      ? {
          designation: designations.map((one) => ({
            ...(one.language === undefined ? {} : { language: one.language }),
            value: one.value,
          })),
        }
      : {}),
  }
}

/** The parameters of the expansion. */
const listParameters = (request: FhirRequest) =>
  (
    [
      ['filter', 'valueString', findText(request, 'filter')],
      ['activeOnly', 'valueBoolean', readFlag(request, 'activeOnly')],
      ['offset', 'valueInteger', readNumber(request, 'offset')],
      ['count', 'valueInteger', readNumber(request, 'count')],
    ] as const
  ).flatMap(([name, type, value]) => (value === undefined || value === false ? [] : [{ name, [type]: value }]))
