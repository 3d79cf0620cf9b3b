/** Finds what the record has under the numbers of a message. Whoever asks for the same numbers waits until this transaction ends. */
import { Problem } from '../../core/problems.ts'
import { wholeAddress } from '../../store/hub-resources.ts'
import type { Conditional } from '../../store/resources/conditional.ts'
import { parseForReading } from '../../store/resources/content.ts'
import { wholeScope } from '../../store/resources/search/access-scope.ts'
import type { Search } from '../../store/resources/search/search.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Tx } from '../../store/transaction.ts'
import type { Numbered } from './entries.ts'

export type Asked = Numbered & { readonly type: string }

/** What was found for what was asked, locked until the end. */
export type Findings = (asked: Asked) => readonly Stored[]

/** More than one answer is never used, and documents of one number in one message are few. */
const most = 20
const attempts = 5

const keyOf = ({ type, system, value }: Asked): string => JSON.stringify([type, system, value])

/** R4 search.html#escaping. */
const escaped = (text: string): string => text.replace(/[\\|,$]/g, '\\$&')

/** The lock of a FHIR client who creates or updates by this number. R4 http.html#ccreate. */
const conditionalOf = ({ type, system, value }: Asked): Conditional => ({
  ...searchOf({ type, system, value }),
  token: {
    parameter: 'criteria',
    value: JSON.stringify([`identifier=${escaped(system)}|${escaped(value)}`]),
  },
})

/** A document has two elements of numbers. */
const documentKeys = ['token DocumentReference.masterIdentifier', 'token DocumentReference.identifier']

/** Names of the index entries that hold the identifiers of a type. */
export const identifierKeys = (type: string): readonly string[] =>
  type === 'DocumentReference' ? documentKeys : ['identifier']

const searchOf = ({ type, system, value }: Asked) => ({
  space: 'fhir' as const,
  type,
  scope: wholeScope,
  where: [
    {
      kind: 'tokens' as const,
      any: identifierKeys(type).map((key) => ({ parameter: `${key}:coding`, value: `${system}|${value}` })),
      accessTokens: identifierKeys(type).map((key) => ({ parameter: key, value })),
    },
  ],
})

const distinct = (asked: readonly Asked[]): readonly Asked[] => [
  ...new Map(asked.map((one) => [keyOf(one), one])).values(),
]

/** Takes all locks in one order. A row that somebody changes meanwhile is looked for again. */
export async function lookUp(tx: Tx, all: readonly Asked[]): Promise<Findings> {
  const asked = distinct(all)
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const found = await tx.listAllWhere(asked.map((one) => ({ where: conditionalOf(one), limit: most })))
    const rows = [...new Map(found.flat().map((row) => [`${row.type}/${row.id}`, row])).values()]
    const locked = await tx.findAllCurrent(
      rows.map(({ type, id }) => wholeAddress(type, id)),
      'update',
    )
    if (rows.some(({ version }, at) => locked[at]?.version !== version)) continue
    const byKey = new Map(asked.map((one, at) => [keyOf(one), (found[at] ?? []).filter((row) => isOf(row, one))]))
    return (one) => byKey.get(keyOf(one)) ?? []
  }
  throw new Problem('conflict')
}

/** Finds without a lock: people and organisations stand in many messages, which would wait for one another. */
export async function findOpen(tx: Tx, all: readonly Asked[]): Promise<Findings> {
  const asked = distinct(all)
  const pages = await tx.searchAll(asked.map((one): Search => ({ ...searchOf(one), limit: 2 })))
  const byKey = new Map(asked.map((one, at) => [keyOf(one), pages[at]?.items.filter((row) => isOf(row, one)) ?? []]))
  return (one) => byKey.get(keyOf(one)) ?? []
}

/** An index entry is a hash; the number itself decides. */
function isOf(stored: Stored, { system, value }: Numbered): boolean {
  const { identifier, masterIdentifier } = parseForReading(stored) as {
    readonly identifier?: readonly Partial<Numbered>[]
    readonly masterIdentifier?: Partial<Numbered>
  }
  const all = [...(identifier ?? []), ...(masterIdentifier === undefined ? [] : [masterIdentifier])]
  return all.some((one) => one.system === system && one.value === value)
}
