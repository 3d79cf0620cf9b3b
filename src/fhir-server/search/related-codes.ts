/** Looks up the codes for `:in`, `:not-in`, `:above` and `:below` before a search is parsed. R4 search.html#modifiers. */

import { tooCostly } from '../../fhir-search/criteria/parse-criterion.ts'
import { maxRelated, type RelatedCode, type RelatedCodes } from '../../fhir-search/criteria/related-code.ts'
import type { Parameters } from '../../fhir-search/criteria/search-criteria.ts'
import { splitValue } from '../../fhir-search/criteria/search-values.ts'
import { ExpansionError, type ExpansionGround, expandValueSet } from '../../terminology/expansion.ts'
import type { Ground } from '../../terminology/ground.ts'
import { gatherSystems, listLoadedConcepts } from '../../terminology/loaded-systems.ts'
import type { ReadExchange } from '../exchange.ts'
import { openTenantGround } from '../terminology/stored-definitions.ts'

/** The limit of one search. */
const maxValues = 20

export async function gatherRelated(exchange: ReadExchange, parameters: Parameters): Promise<RelatedCodes> {
  const found = new Map<string, readonly RelatedCode[]>()
  for (const { modifier, value } of listAsked(parameters)) {
    const codes = await findRelated(exchange, modifier, value)
    if (codes !== undefined) found.set(`${modifier} ${value}`, codes)
  }
  return (modifier, value) => found.get(`${modifier} ${value}`)
}

type Asked = { readonly modifier: 'in' | 'above' | 'below'; readonly value: string }

function listAsked(parameters: Parameters): readonly Asked[] {
  const asked = parameters.flatMap(([name, text]) => {
    const given = /:(in|not-in|above|below)$/.exec(name)?.[1]
    if (given === undefined) return []
    const modifier = given === 'above' || given === 'below' ? given : 'in'
    return splitValue(text, ',').map((value) => ({ modifier, value }) as const)
  })
  // An address has no code behind it.
  return asked.filter(({ modifier, value }) => modifier === 'in' || /^[^|]+\|[^|]+$/.test(value)).slice(0, maxValues)
}

async function findRelated(exchange: ReadExchange, modifier: Asked['modifier'], value: string) {
  if (modifier === 'in') return listMembers(exchange, value)
  const [system = '', code = ''] = value.split('|')
  const start = exchange.server.terminology.ground
  const ground = await openTenantGround(exchange, start, { valueSets: [], systems: [system] })
  return modifier === 'above'
    ? listAbove(exchange, ground, { system, code })
    : listBelow(exchange, ground, { system, code })
}

async function listMembers(exchange: ReadExchange, url: string): Promise<readonly RelatedCode[] | undefined> {
  const { server, tx } = exchange
  const ground = await openTenantGround(exchange, server.terminology.ground, { valueSets: [url], systems: [] })
  const valueSet = ground.findValueSet(url)
  if (valueSet === undefined) return undefined
  const from: ExpansionGround = {
    ground,
    listConcepts: (include, narrowed) => listLoadedConcepts(tx.client, include, narrowed),
    gather: async () => ground.systems,
  }
  try {
    return await expandValueSet(from, valueSet, { activeOnly: false })
  } catch (error) {
    if (error instanceof ExpansionError) return undefined
    throw error
  }
}

async function listAbove({ tx }: ReadExchange, ground: Ground, asked: RelatedCode): Promise<RelatedCode[] | undefined> {
  const systems = await gatherSystems(tx.client, ground.systems, [asked])
  const content = systems.findSystem(asked.system)
  if (content?.isComplete !== true) return undefined
  return [asked.code, ...content.listAncestors(asked.code)].map((code) => ({ system: asked.system, code }))
}

async function listBelow({ tx }: ReadExchange, ground: Ground, asked: RelatedCode): Promise<RelatedCode[] | undefined> {
  const include = { system: asked.system, filter: [{ property: 'concept', op: 'is-a' as const, value: asked.code }] }
  const loaded = await listLoadedConcepts(tx.client, include, { words: [], limit: maxRelated })
  const content = ground.systems.findSystem(asked.system)
  if (loaded?.isCut === true) throw tooCostly('parameter', 'stands for too many codes')
  if (loaded === undefined && content?.isComplete !== true) return undefined
  const below =
    loaded?.concepts ??
    [...(content?.list?.() ?? [])].filter(({ code }) => content?.listAncestors(code).has(asked.code))
  return [...new Set([asked.code, ...below.map(({ code }) => code)])].map((code) => ({ system: asked.system, code }))
}
