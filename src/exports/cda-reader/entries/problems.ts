/** Problems and diagnoses as Condition: the Agency's guides, PROBLEM/DIAGNOSIS; R4 condition.html. */
import type { CodeableConcept, Condition } from '@medplum/fhirtypes'
import type { XmlNode } from '../../../profiles/xml/xml-tree.ts'
import { oids } from '../../cda/codes.ts'
import { clinicalWords, problemTypes, verificationWords } from '../../cda/problem-words.ts'
import { attributeOf, childrenOf, findNode, textOf } from '../xml-nodes.ts'
import type { Entry } from './entry.ts'
import { readStatus } from './faults.ts'
import { coded, type Fact, happened, isVoid, type Kind } from './kind.ts'
import { codeIn, isNctis, listRelated, listRemarks, readStated, readTimes, readWords } from './stated.ts'

const isDiagnosis = (statement: XmlNode): boolean => codeIn(findNode(statement, 'code'), oids.snomed) === '282291009'

export const problemKind: Kind = {
  name: 'observation',
  isClosed: true,
  matches: isDiagnosis,
  allowed: happened,
  read: (entry) => readProblem(entry, {}),
}

/** Of a discharge summary, where the code is the type of the problem in words. */
export const visitProblemKind: Kind = {
  name: 'observation',
  isClosed: true,
  matches: (statement) => isDiagnosis(statement) || findNode(statement, 'code', 'originalText') !== undefined,
  allowed: happened,
  read: readVisitProblem,
}

/** Of a specialist letter, which has a diagnosis in doubt or over in words. */
export const wordedDiagnosisKind: Kind = {
  name: 'act',
  matches: (statement) => isNctis(findNode(statement, 'code'), '102.15513.132.1.1'),
  allowed: happened,
  read: readWordedDiagnosis,
}

type Qualified = Pick<Condition, 'verificationStatus' | 'clinicalStatus'>

const keyOf = (words: Readonly<Record<string, string>>, word: string): string | undefined =>
  Object.keys(words).find((key) => words[key]?.toLowerCase() === word.trim().toLowerCase())

/** `Provisional, resolved` as statuses; undefined for other words. */
function readQualifier(text: string): Qualified | undefined {
  const found: Qualified = {}
  for (const word of text.split(',')) {
    const doubt = keyOf(verificationWords, word)
    const state = keyOf(clinicalWords, word)
    if (doubt !== undefined) found.verificationStatus = coded('conditionVerification', doubt)
    else if (state !== undefined) found.clinicalStatus = coded('conditionClinical', state)
    else return undefined
  }
  return found
}

const statuses = { '': true, active: true, completed: true }

type About = Qualified & Pick<Condition, 'category'>

function readProblem(entry: Entry, about: About): Fact | string {
  const { statement, patient } = entry
  if (readStatus(statement, statuses) === undefined) return isVoid
  const [value, ...others] = childrenOf(statement, 'value')
  const code = others.length > 0 ? undefined : readStated(value)
  if (code === undefined) return 'it names no problem, or several'
  for (const name of ['code', 'statusCode']) entry.use(findNode(statement, name))
  entry.use(value)
  const [qualified, notes] = readComments(entry)
  const abatement = readAbatement(entry)
  const resource: Condition = {
    resourceType: 'Condition',
    // R4 con-4: what has an end is not active.
    ...(abatement === undefined ? {} : { clinicalStatus: coded('conditionClinical', 'inactive') }),
    ...qualified,
    ...about,
    code,
    subject: patient,
    ...readOnset(entry),
    ...abatement,
    ...(notes.length === 0 ? {} : { note: notes.map((text) => ({ text })) }),
  }
  return { resource }
}

/** The first words of a comment may say how sure the diagnosis is, and whether it is over. */
function readComments(entry: Entry): readonly [Qualified, readonly string[]] {
  const comments = listRemarks(entry, '103.16545')
  const [first = ''] = comments
  const [, words = '', rest = ''] = /^([A-Za-z]+(?: remission)?(?:, [a-z ]+)?)\.(?:\s+(.*))?$/s.exec(first) ?? []
  const qualified = words === '' ? undefined : readQualifier(words)
  if (qualified === undefined) return [{}, comments]
  return [qualified, [rest, ...comments.slice(1)].filter((text) => text !== '')]
}

function readOnset(entry: Entry): Pick<Condition, 'onsetDateTime' | 'onsetPeriod'> {
  const { at, period } = readTimes(entry, findNode(entry.statement, 'effectiveTime'))
  if (at !== undefined) return { onsetDateTime: at }
  if (period === undefined) return {}
  return period.end === undefined && period.start !== undefined
    ? { onsetDateTime: period.start }
    : { onsetPeriod: period }
}

function readAbatement(entry: Entry): Pick<Condition, 'abatementDateTime' | 'abatementPeriod'> | undefined {
  const [resolution] = listRelated(entry.statement, '103.15510')
  const { at, period } = readTimes(entry, findNode(resolution, 'value'))
  if (at === undefined && period === undefined) return undefined
  entry.use(findNode(resolution, 'code'))
  return at === undefined ? { abatementPeriod: period ?? {} } : { abatementDateTime: at }
}

function readVisitProblem(entry: Entry): Fact | string {
  const code = findNode(entry.statement, 'code')
  if (isDiagnosis(entry.statement)) return readProblem(entry, {})
  const words = textOf(findNode(code, 'originalText')) ?? ''
  const [, doubt = '', type = ''] = /^(?:(.+) )?(\S+)$/.exec(words) ?? []
  const qualified = doubt === '' ? undefined : readQualifier(doubt)
  const bare = qualified === undefined ? words : type
  const hasFlavor = attributeOf(code, 'nullFlavor') !== undefined && attributeOf(code, 'nullFlavor') !== 'OTH'
  if (!problemTypes.has(bare.toLowerCase()) || hasFlavor) return 'the words of its type are not known'
  return readProblem(entry, { ...qualified, ...categoryOf(bare) })
}

function categoryOf(words: string): Pick<Condition, 'category'> {
  if (words.toLowerCase() === 'problem') return {}
  const isDiagnosed = words.toLowerCase().includes('diagnosis')
  const text = words === 'Diagnosis' ? {} : { text: words }
  const category: CodeableConcept = {
    ...(isDiagnosed ? coded('conditionCategory', 'encounter-diagnosis') : {}),
    ...text,
  }
  return { category: [category] }
}

function readWordedDiagnosis(entry: Entry): Fact | string {
  const { statement, patient } = entry
  if (readStatus(statement, statuses) === undefined) return isVoid
  const text = findNode(statement, 'text')
  const [, words = '', name] = /^(.+?) diagnosis: (.+)$/.exec(readWords(text) ?? '') ?? []
  const qualified = readQualifier(words)
  if (name === undefined || qualified === undefined) return 'it is words alone'
  for (const part of ['code', 'text', 'statusCode']) entry.use(findNode(statement, part))
  const resource: Condition = { resourceType: 'Condition', ...qualified, code: { text: name }, subject: patient }
  return { resource }
}
