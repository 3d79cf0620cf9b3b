/** A code in another code system, by the tenant's concept maps. R4 conceptmap-operation-translate.html. */
import type { ConceptMap } from '@medplum/fhirtypes'
import { checkConcerned, checkPartAccess } from '../../access/access.ts'
import { invalidField } from '../../core/problems.ts'
import { escapeValue } from '../../fhir-search/criteria/search-values.ts'
import type { Code } from '../../profiles/code-lookup.ts'
import { readResourceAs } from '../../store/resources/content.ts'
import { isTranslated, type Match, translateCode } from '../../terminology/translation.ts'
import type { FhirRequest, Look, ReadExchange } from '../exchange.ts'
import { findText } from '../parameters.ts'
import { readCurrent } from '../read-current.ts'
import { readCodes, readFlag } from './asked-code.ts'
import { findInline } from './inline-definition.ts'
import { notKnown, type OutParameter, parametersReply, textParameter } from './outcomes.ts'
import { findKept, listStored } from './stored-definitions.ts'

export const translate: Look = async (exchange, request) => {
  checkConcerned('ConceptMap', checkPartAccess(request.caller, 'ConceptMap', 'read'))
  const codes = readCodes(request, { system: 'system', version: 'version' })
  const isReverse = readFlag(request, 'reverse')
  const maps = await listMaps(exchange, request, codes)
  exchange.tx.record('fhir.terminology', { resourceType: 'ConceptMap' })
  const [target, targetSystem] = [findText(request, 'target'), findText(request, 'targetsystem')]
  const wanted = {
    isReverse,
    ...(target === undefined ? {} : { target }),
    ...(targetSystem === undefined ? {} : { targetSystem }),
  }
  const matches = codes.flatMap((code) => translateCode(maps, code, wanted))
  return parametersReply([
    { name: 'result', valueBoolean: isTranslated(matches) },
    ...textParameter('message', matches.length === 0 ? 'No map that is known here tells of the code' : undefined),
    ...matches.map(buildMatch),
  ])
}

/** The map of the address, of the body, or the named one; otherwise every map from the code's system. */
async function listMaps(
  exchange: ReadExchange,
  request: FhirRequest,
  codes: readonly Code[],
): Promise<readonly ConceptMap[]> {
  // A resource that is stored as a type passed its check.
  if (request.id !== undefined) return [readResourceAs<ConceptMap>(await readCurrent(exchange, request))]
  const inline = findInline(request, 'ConceptMap', 'conceptMap')
  if (inline !== undefined) return [inline]
  const url = findText(request, 'url')
  if (url !== undefined) {
    const version = findText(request, 'conceptMapVersion')
    const map = await findKept(exchange, 'ConceptMap', version === undefined ? url : `${url}|${version}`)
    if (map === undefined) throw notKnown('url', 'is no concept map that is known here')
    return [map]
  }
  const [system] = codes.flatMap((code) => code.system ?? [])
  if (system === undefined) throw invalidField('system', 'is expected, or the url of a concept map')
  const name = readFlag(request, 'reverse') ? 'target-system' : 'source-system'
  const maps = await listStored(exchange, 'ConceptMap', [[name, escapeValue(system)]])
  return maps.filter(({ status }) => status !== 'retired')
}

const buildMatch = ({ equivalence, system, code, display, source }: Match): OutParameter => ({
  name: 'match',
  part: [
    { name: 'equivalence', valueCode: equivalence },
    ...(code === undefined
      ? []
      : [
          {
            name: 'concept',
            valueCoding: {
              ...(system === undefined ? {} : { system }),
              code,
              ...(display === undefined ? {} : { display }),
            },
          },
        ]),
    ...(source === undefined ? [] : [{ name: 'source', valueUri: source }]),
  ],
})
