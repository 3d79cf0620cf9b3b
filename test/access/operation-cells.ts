/** The cells of the table of operations, asked over HTTP. */
import { newId } from '../../src/core/ids.ts'
import { type RunningServer, readCounts, waitForQuiet } from '../running-server.ts'
import { mayRead, mayWrite } from './callers.ts'
import { type Asked, ask, askAll, type Cell, isReading, nameOf, type Operation } from './every-operation.ts'
import type { Ids } from './operation-world.ts'

export type Table = {
  /** Cells whose caller is to be refused and is not, or is told more than the reason; and a line if anything has changed. */
  readonly listWronglyLetIn: (cells: readonly Cell[]) => Promise<readonly string[]>
  /** Cells whose caller is to be let in, and is refused. */
  readonly listWronglyRefused: (cells: readonly Cell[]) => Promise<readonly string[]>
  /** Operations that do not ask a stranger for a token. */
  readonly listOpen: (operations: readonly Operation[]) => Promise<readonly string[]>
}

const texts = {
  'insufficient-scope': 'The token, or its spoke, lacks the scope',
  'role-required': 'The caller lacks the role',
} as const

/** docs/design/hub.md#problems: fixed texts, and no value. */
const problemOf = (slug: keyof typeof texts) => ({ title: texts[slug], status: 403, detail: texts[slug], errors: [] })

const outcomeOf = (slug: keyof typeof texts) => ({
  resourceType: 'OperationOutcome',
  issue: [{ severity: 'error', code: 'forbidden', details: { text: texts[slug] } }],
})

const challengeOf = (scope = ''): string => `Bearer realm="banksia", error="insufficient_scope"${scope}`

/** RFC 6750 section 3: a caller who lacks a scope is told which one, if it is one. */
function isRefusal({ operation, caller }: Cell, { status, text, challenge }: Asked): boolean {
  if (status !== 403) return false
  if (operation.title.endsWith(' of FHIR')) {
    const isScope = text === JSON.stringify(outcomeOf('insufficient-scope')) && challenge === challengeOf()
    return isScope || (text === JSON.stringify(outcomeOf('role-required')) && challenge === null)
  }
  const isRead = isReading(operation)
  const slug = (isRead ? mayRead(caller) : mayWrite(caller)) ? 'role-required' : 'insufficient-scope'
  const { type, requestId: _, ...problem } = JSON.parse(text)
  const wanted = slug === 'role-required' ? null : challengeOf(`, scope="banksia/spoke.${isRead ? 'read' : 'write'}"`)
  const isSame = JSON.stringify(problem) === JSON.stringify(problemOf(slug))
  return isSame && type.endsWith(`/${slug}`) && challenge === wanted
}

type Counts = Awaited<ReturnType<typeof readCounts>>

const listChanges = (before: Counts, after: Counts): readonly string[] =>
  Object.entries(after).flatMap(([name, count]) => {
    const [was, is] = [
      JSON.stringify(Object.entries(before).find(([known]) => known === name)?.[1]),
      JSON.stringify(count),
    ]
    return was === is ? [] : [`${name} was ${was} and is ${is}`]
  })

/** Names in paths that are no ids, and of which there is nothing. */
const words = { spokeId: 'nowhere', gateName: 'clinical_review' }

export function openTable(server: RunningServer, ids: Ids): Table {
  const patientId = ids['ofPatient'] ?? ''
  const there = { server, ids, patientId }
  /** A change by whoever may make it concerns nothing that is there, so that every other cell finds what it needs. */
  const nobodys = Object.fromEntries(Object.keys(ids).map((name) => [name, newId()]))
  const nowhere = {
    server,
    ids: { ...nobodys, ...words, practitionerRoleId: ids['practitionerRoleId'] ?? '' },
    patientId,
  }
  const listWrong = async (cells: readonly Cell[], isWrong: (cell: Cell) => Promise<string | undefined>) => {
    const wrong: string[] = []
    await askAll(cells, async (cell) => {
      const told = await isWrong(cell)
      if (told !== undefined) wrong.push(`${nameOf(cell)}: ${told}`)
    })
    return wrong
  }
  return {
    async listWronglyLetIn(cells) {
      await waitForQuiet(server.site.pool)
      const before = await readCounts(server.site.pool)
      const wrong = await listWrong(
        cells.filter(({ operation, caller }) => !operation.lets(caller)),
        async (cell) => {
          const asked = await ask(there, cell)
          return isRefusal(cell, asked) ? undefined : `${asked.status} ${asked.text.slice(0, 300)} ${asked.challenge}`
        },
      )
      return [...wrong, ...listChanges(before, await readCounts(server.site.pool))]
    },
    listWronglyRefused: (cells) =>
      listWrong(
        cells.filter(({ operation, caller }) => operation.lets(caller)),
        async (cell) => {
          const { status, text } = await ask(cell.operation.method === 'GET' ? there : nowhere, cell)
          return status === 401 || status === 403 || status >= 500 ? `${status} ${text.slice(0, 300)}` : undefined
        },
      ),
    listOpen: async (operations) => {
      const open: string[] = []
      await askAll(operations, async ({ method, pathOf, title }) => {
        const { status } = await fetch(`${server.base}${pathOf(ids)}`, { method, headers: { 'x-request-id': newId() } })
        if (status !== 401) open.push(`${title}: ${status}`)
      })
      return open
    },
  }
}
