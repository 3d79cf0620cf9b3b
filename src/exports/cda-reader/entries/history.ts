/** Procedures, and items of the history that nobody sorted: the Agency's guides, PROCEDURE and Uncategorised Medical History Item. */
import type { Observation, Procedure } from '@medplum/fhirtypes'
import { historyItem } from '../../cda/history-item.ts'
import { findNode } from '../xml-nodes.ts'
import type { Entry } from './entry.ts'
import { readStatus } from './faults.ts'
import { type Fact, happened, isVoid, type Kind } from './kind.ts'
import { isNctis, listRemarks, readLines, readStated, readTimes } from './stated.ts'

export const procedureKind: Kind = {
  name: 'procedure',
  isClosed: true,
  matches: () => true,
  allowed: happened,
  read: readProcedure,
}

export const historyItemKind: Kind = {
  name: 'act',
  matches: (statement) => isNctis(findNode(statement, 'code'), historyItem.code),
  allowed: happened,
  read: readHistoryItem,
}

/** `''`: a procedure of moodCode EVN was performed. */
const statuses: Readonly<Record<string, Procedure['status']>> = {
  '': 'completed',
  completed: 'completed',
  active: 'in-progress',
}

function readProcedure(entry: Entry): Fact | string {
  const { statement, patient } = entry
  const status = readStatus(statement, statuses)
  if (status === undefined) return isVoid
  const code = readStated(findNode(statement, 'code'))
  if (code === undefined) return 'it names no procedure'
  for (const name of ['code', 'statusCode']) entry.use(findNode(statement, name))
  const { at, period } = readTimes(entry, findNode(statement, 'effectiveTime'))
  const notes = listRemarks(entry, '103.15595')
  const resource: Procedure = {
    resourceType: 'Procedure',
    status,
    code,
    subject: patient,
    ...(at === undefined ? {} : { performedDateTime: at }),
    ...(period === undefined ? {} : { performedPeriod: period }),
    ...(notes.length === 0 ? {} : { note: notes.map((text) => ({ text })) }),
  }
  return { resource }
}

const known = { '': true, active: true, completed: true }

/** It may be a problem or a procedure, so it is neither: an Observation of the Agency's code in the author's words. */
function readHistoryItem(entry: Entry): Fact | string {
  const { statement, patient } = entry
  if (readStatus(statement, known) === undefined) return isVoid
  const text = readLines(findNode(statement, 'text'))
  if (text === undefined) return 'it has no words'
  for (const name of ['code', 'text', 'statusCode']) entry.use(findNode(statement, name))
  const { at, period } = readTimes(entry, findNode(statement, 'effectiveTime'))
  const notes = listRemarks(entry, historyItem.comment)
  const resource: Observation = {
    resourceType: 'Observation',
    status: 'final',
    code: { coding: [{ system: historyItem.system, code: historyItem.code }], text: 'Medical history item' },
    subject: patient,
    ...(at === undefined ? {} : { effectiveDateTime: at }),
    ...(period === undefined ? {} : { effectivePeriod: period }),
    valueString: text,
    ...(notes.length === 0 ? {} : { note: notes.map((note) => ({ text: note })) }),
  }
  return { resource }
}
