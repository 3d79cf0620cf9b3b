/** Threads for rendering, drafting and verifying. docs/design/house.md#foundations. */
import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { expect, test } from '@jest/globals'
import type { Segment } from '../../src/core/clinical-note.ts'
import { draftNote } from '../../src/drafting/compose/draft.ts'
import { verifyNote } from '../../src/drafting/verify/verify.ts'
import { renderFormat } from '../../src/exports/formats.ts'
import { builtInTemplates } from '../../src/hub/templates/built-in-templates.ts'
import { openThreadPool, ThreadError, ThreadPoolClosed, ThreadTimeout } from '../../src/threads/thread-pool.ts'
import { openThreads } from '../../src/threads/threads.ts'
import { exampleExport } from '../builders.ts'

const limitMs = 300_000
const openRendering = (size: number) => openThreadPool({ size, tasks: ['render'], limitMs })
const render = (format: 'cda' | 'pdf' | 'rtf' | 'hl7v2') => ['render', { format, input: exampleExport() }] as const

const spoken = (count: number): readonly Segment[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `s${at}`,
    speaker: at % 2 === 0 ? 'clinician' : 'patient',
    startMs: at * 1000,
    endMs: at * 1000 + 900,
    text: at % 2 === 0 ? 'What can I do for you today?' : `I have had a sore throat for ${(at % 20) + 2} days.`,
    uncertain: false,
  }))

function exampleInputs(count: number) {
  const template = builtInTemplates[0].version
  const segments = spoken(count)
  const drafting = { template, transcriptId: 't1', segments, record: [] }
  const note = draftNote({ ...drafting, segments: segments.slice(0, 2) })
  return { drafting, verifying: { note, template, transcripts: [{ id: 't1', segments }], record: [], threshold: 0.5 } }
}

test('docs/design/house.md#foundations: more tasks than threads all come back, with the bytes that the main thread would make', async () => {
  const pool = openRendering(2)
  const formats = ['cda', 'rtf', 'pdf', 'hl7v2', 'rtf', 'cda', 'rtf'] as const

  const rendered = await Promise.all(formats.map((format) => pool.run(...render(format))))

  const expected = await Promise.all(formats.map((format) => renderFormat(format, exampleExport())))
  expect(rendered.map((bytes, at) => Buffer.from(bytes).equals(Buffer.from(expected[at]?.bytes ?? [])))).toEqual(
    formats.map(() => true),
  )
  await pool.close()
})

test('docs/design/house.md#foundations: what cannot be rendered fails its own task, and the thread goes on', async () => {
  const pool = openRendering(1)
  const broken = { ...exampleExport(), timeZone: 'Nowhere/At_All' }

  const failed = pool.run('render', { format: 'cda', input: broken })
  const next = pool.run(...render('cda'))

  await expect(failed).rejects.toThrow(ThreadError)
  expect((await next).length).toBeGreaterThan(1000)
  await pool.close()
})

test('D272: a thread without work ends, and the next task starts another one', async () => {
  const started: Worker[] = []
  const note = (worker: Worker): void => void started.push(worker)
  process.on('worker', note)
  const pool = openThreadPool({ size: 1, tasks: ['render'], limitMs, idleMs: 20 })
  const ended = async (at: number): Promise<void> => void (await once(started[at] as Worker, 'exit'))

  const first = await pool.run(...render('rtf'))
  await ended(0)
  const second = await pool.run(...render('rtf'))

  expect(started).toHaveLength(2)
  expect(Buffer.from(second).equals(Buffer.from(first))).toBe(true)
  await ended(1)
  process.off('worker', note)
  await pool.close()
})

test('docs/design/house.md#foundations: a pool that closes fails what is under way, what waits, and what comes after', async () => {
  const pool = openRendering(1)

  const cut = pool.run(...render('pdf'))
  const waiting = pool.run(...render('pdf'))
  const ends = Promise.allSettled([cut, waiting])
  await pool.close()

  expect((await ends).map((end) => end.status === 'rejected' && end.reason instanceof ThreadPoolClosed)).toEqual([
    true,
    true,
  ])
  await expect(pool.run(...render('pdf'))).rejects.toThrow(ThreadPoolClosed)
})

test('R3.2: what is given up is ended, begun or not, and the next has a thread', async () => {
  const pool = openRendering(1)
  const giveUp = new AbortController()

  const begun = pool.run(...render('pdf'), giveUp.signal)
  const waiting = pool.run(...render('pdf'), giveUp.signal)
  const next = pool.run(...render('cda'))
  giveUp.abort()
  const ends = await Promise.allSettled([begun, waiting, pool.run(...render('pdf'), giveUp.signal)])

  expect(ends.map((end) => end.status === 'rejected' && end.reason instanceof ThreadTimeout)).toEqual([
    true,
    true,
    true,
  ])
  expect((await next).length).toBeGreaterThan(1000)
  await pool.close()
})

test('docs/design/drafting.md#verification: a draft and its verification come back as the main thread would make them', async () => {
  const threads = openThreads()
  const { drafting, verifying } = exampleInputs(20)

  const [note, verdict] = await Promise.all([threads.draft(drafting), threads.verify(verifying)])

  expect(note).toEqual(draftNote(drafting))
  expect(verdict).toEqual(verifyNote(verifying))
  await threads.close()
})

test('docs/design/drafting.md#verification: a long draft holds up neither the main loop nor a verification', async () => {
  const threads = openThreads()
  const { drafting } = exampleInputs(20_000)
  const { verifying } = exampleInputs(20)
  await threads.verify(verifying)

  let isDrafted = false
  const drafts = Promise.allSettled([1, 2].map(() => threads.draft(drafting))).finally(() => (isDrafted = true))
  const { outcome } = await threads.verify(verifying)

  expect(outcome).toBe('passed')
  expect(isDrafted).toBe(false)
  await threads.close()
  await drafts
})

test('R3.2: a verification that takes too long has not been run, and its thread is replaced', async () => {
  const threads = openThreads(10_000)
  const { drafting, verifying } = exampleInputs(20)
  const note = draftNote(drafting)
  const [section] = note.sections.filter(({ statements }) => statements.length > 0)
  if (section === undefined) throw new Error('nothing was drafted')
  const statements = Array.from({ length: 300_000 }, () => section.statements).flat()

  const late = await threads.verify({ ...verifying, note: { ...note, sections: [{ ...section, statements }] } })
  const inTime = await threads.verify(verifying)

  expect(late).toEqual({ outcome: 'not_run', reason: 'verifier_timeout', findings: [], confidence: 0, coverage: 0 })
  expect(inTime.outcome).toBe('passed')
  await threads.close()
})

test('docs/design/drafting.md#verification: a draft that takes too long ends with its thread, and the next goes on', async () => {
  const pool = openThreadPool({ size: 1, tasks: ['draft'], limitMs: 20_000 })

  const late = pool.run('draft', exampleInputs(100_000).drafting)
  const next = pool.run('draft', exampleInputs(20).drafting)

  await expect(late).rejects.toThrow(ThreadTimeout)
  expect((await next).sections.length).toBeGreaterThan(0)
  await pool.close()
})

test('D141: making a form has a limit of its own; its thread is replaced, and drafts keep theirs', async () => {
  const pool = openThreadPool({ size: 1, tasks: ['render', 'draft'], limitMs, limits: { render: 1 } })

  const late = pool.run(...render('pdf'))
  const next = pool.run('draft', exampleInputs(20).drafting)

  await expect(late).rejects.toThrow(ThreadTimeout)
  expect((await next).sections.length).toBeGreaterThan(0)
  await pool.close()
})
