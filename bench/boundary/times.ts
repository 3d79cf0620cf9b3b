/** Times the requests of one row, each kind in turn, and compares their medians. */
import { requestDevelopmentToken } from '../../src/identity/development-token.ts'
import { type BoundaryRow, headersOf, type Kind, kinds, type Sent } from './rows.ts'

type Times = Readonly<Record<Kind, number[]>>

export type Measured = {
  readonly name: string
  /** Milliseconds, as a client sees them. */
  readonly medians: Readonly<Record<Kind, number>>
  /** Of the medians, to that of what is not there. */
  readonly ratio: number
  readonly control: number
  /** Requests of each kind. */
  readonly count: number
}

const median = (times: readonly number[]): number => {
  const sorted = times.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)] ?? 0, sorted[Math.floor(sorted.length / 2)] ?? 0]
  return (low + high) / 2
}

/** D181: what is hidden may take from 0.8 to 1.2 of the time. */
export const isBeyond = (ratio: number): boolean => ratio < 0.8 || ratio > 1.2

const warmUps = 20
const mostRounds = 3

/** Throws if the kinds are answered with different statuses. */
export async function measureRow(base: string, row: BoundaryRow, count: number): Promise<Measured> {
  const times: Times = { hidden: [], absent: [], control: [] }
  let measured: Measured | undefined
  for (let round = 0; round < mostRounds && (measured === undefined || isBeyond(measured.ratio)); round += 1) {
    const token = await requestDevelopmentToken(base, row.as)
    for (let turn = -warmUps; turn < count; turn += 1) await timeTurn({ base, row, token }, turn, times)
    measured = compare(row.name, times)
  }
  return measured ?? compare(row.name, times)
}

type Asking = { readonly base: string; readonly row: BoundaryRow; readonly token: string }

async function timeTurn({ base, row, token }: Asking, turn: number, times: Times): Promise<void> {
  const statuses = new Set<number>()
  for (const at of [0, 1, 2]) {
    // Each kind is first as often as the others.
    const kind = kinds[(at + Math.abs(turn)) % 3] ?? 'control'
    const { took, status } = await time(base, row.ask(kind), token)
    statuses.add(status)
    if (turn >= 0) times[kind].push(took)
  }
  if (statuses.size > 1) throw new Error(`${row.name} answered ${[...statuses].join(' and ')}`)
}

async function time(
  base: string,
  sent: Sent,
  token: string,
): Promise<{ readonly took: number; readonly status: number }> {
  const { method, path, body } = sent
  const headers = headersOf(sent, token)
  const began = performance.now()
  const answer = await fetch(`${base}${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
  await answer.arrayBuffer()
  return { took: performance.now() - began, status: answer.status }
}

function compare(name: string, times: Times): Measured {
  const [hidden, absent, control] = [median(times.hidden), median(times.absent), median(times.control)]
  const medians = { hidden, absent, control }
  return { name, medians, ratio: hidden / absent, control: control / absent, count: times.hidden.length }
}
