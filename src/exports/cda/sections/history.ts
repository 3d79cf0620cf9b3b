/** Problems, diagnoses and procedures: the Agency's guides, PROBLEM/DIAGNOSIS and PROCEDURE. */
import type { CodeableConcept, Condition, Observation, Procedure } from '@medplum/fhirtypes'
import { plainLine, plainText } from '../../../documents/plain-text.ts'
import type { Stated } from '../../clinical-facts.ts'
import { historyItem } from '../history-item.ts'
import { buildCode, buildId } from '../parties.ts'
import { clinicalWords, problemTypes, verificationWords } from '../problem-words.ts'
import { element, type XmlElement } from '../xml.ts'
import {
  buildConcept,
  conceptValue,
  derivedId,
  entry,
  nctisCode,
  noteText,
  observation,
  relation,
  remark,
  stringText,
  wordsOf,
} from './entries.ts'
import { dayOf, effectiveTimeOf, type RenderTime } from './times.ts'

type Problem = Stated<Condition>

const firstWord = (concept: CodeableConcept | undefined, words: Readonly<Record<string, string>>): readonly string[] =>
  concept?.coding?.flatMap(({ code }) => words[code ?? ''] ?? []).slice(0, 1) ?? []

/** `Provisional`, `Resolved`, `Provisional, resolved`; empty for a present diagnosis that stands. */
const qualifierOf = ({
  verificationStatus,
  clinicalStatus,
}: Pick<Condition, 'verificationStatus' | 'clinicalStatus'>): string => {
  const doubt = firstWord(verificationStatus, verificationWords)
  const state = firstWord(clinicalStatus, clinicalWords)
  return [...doubt, ...(doubt.length === 0 ? state : state.map((word) => word.toLowerCase()))].join(', ')
}

export const isQualified = ({ resource }: Problem): boolean => qualifierOf(resource) !== ''

const onsetOf = ({ onsetDateTime, onsetPeriod }: Condition): string | undefined => onsetDateTime ?? onsetPeriod?.start
const abatementOf = ({ abatementDateTime, abatementPeriod }: Condition): string | undefined =>
  abatementDateTime ?? abatementPeriod?.end

const diagnosisCode = (): XmlElement => buildCode('code', 'snomed', ['282291009', 'Diagnosis interpretation'])

/** Shared Health Summary 1.4 has an interval that begins; `isPoint`: eReferral 2.2 has a time. */
const buildOnset = (condition: Condition, isPoint: boolean): XmlElement | undefined => {
  const onset = onsetOf(condition)
  if (onset === undefined) return undefined
  const value = dayOf(onset)
  const end = condition.onsetPeriod?.end
  if (isPoint && end === undefined) return element('effectiveTime', { value })
  return element('effectiveTime', {}, [
    element('low', { value }),
    end === undefined ? undefined : element('high', { value: dayOf(end) }),
  ])
}

/** That it is no longer active is what its date of resolution says. */
const qualifierBeside = (resource: Condition, abatement: string | undefined): string =>
  qualifierOf(
    abatement !== undefined && firstWord(resource.clinicalStatus, clinicalWords)[0] === clinicalWords['inactive']
      ? { ...resource, clinicalStatus: {} }
      : resource,
  )

/** With resolution and comment; a diagnosis in doubt or over begins its comment with that. */
export function buildProblem({ id, resource }: Problem, isPoint = false): XmlElement {
  const abatement = abatementOf(resource)
  const qualifier = qualifierBeside(resource, abatement)
  const comment = [qualifier === '' ? '' : `${qualifier}.`, noteText(resource)].filter((part) => part !== '').join('\n')
  const resolution = observation([
    derivedId(id, 'resolution'),
    nctisCode('103.15510', 'Date of Resolution/Remission'),
    element('value', { 'xsi:type': 'IVL_TS', value: dayOf(abatement ?? '') }),
  ])
  return entry(
    observation([
      buildId(id),
      diagnosisCode(),
      buildOnset(resource, isPoint),
      conceptValue(resource.code ?? {}),
      abatement === undefined ? undefined : relation('SUBJ', resolution),
      comment === '' ? undefined : relation('COMP', remark(id, ['103.16545', 'Problem/Diagnosis Comment'], comment)),
    ]),
  )
}

/** A diagnosis of a specialist letter has no place for doubt or an end: such a one is an entry in words. */
export const buildLetterDiagnosis = (problem: Problem): XmlElement =>
  isQualified(problem)
    ? entry(
        element('act', { classCode: 'ACT', moodCode: 'EVN' }, [
          buildId(problem.id),
          nctisCode('102.15513.132.1.1', 'Other Diagnosis Procedure Entry'),
          stringText(`${qualifierOf(problem.resource)} diagnosis: ${wordsOf(problem.resource.code)}`),
        ]),
      )
    : entry(observation([buildId(problem.id), diagnosisCode(), conceptValue(problem.resource.code ?? {})]))

/** A discharge summary names the type of each problem in words. */
export const buildVisitProblem = ({ id, resource }: Problem): XmlElement => {
  const qualifier = qualifierOf(resource)
  const isDiagnosis = resource.category?.some(({ coding }) =>
    coding?.some(({ code }) => code === 'encounter-diagnosis'),
  )
  const named = resource.category?.find(({ text = '' }) => problemTypes.has(text.toLowerCase()))?.text
  const type = named === undefined ? (isDiagnosis === true ? 'Diagnosis' : 'Problem') : plainLine(named)
  const words = qualifier === '' ? type : `${qualifier} ${type.toLowerCase()}`
  return entry(
    observation([
      buildId(id),
      element('code', {}, [element('originalText', {}, [words])]),
      conceptValue(resource.code ?? {}),
    ]),
  )
}

/** `withTime`: the guide has a time, and a procedure without one stands in words alone. */
export function buildProcedure({ id, resource }: Stated<Procedure>, time?: RenderTime): XmlElement {
  const comment = noteText(resource)
  const when = time === undefined ? undefined : procedureTime(resource, time)
  return entry(
    element('procedure', { classCode: 'PROC', moodCode: 'EVN' }, [
      buildId(id),
      buildConcept('code', resource.code ?? {}),
      when,
      comment === '' || time === undefined
        ? undefined
        : relation('COMP', remark(id, ['103.15595', 'Procedure Comment'], comment)),
    ]),
  )
}

export const procedureTime = (
  { performedDateTime, performedPeriod }: Procedure,
  time: RenderTime,
): XmlElement | undefined => effectiveTimeOf(performedDateTime, performedPeriod, time)

/** An item of the history in words: a procedure whose time nobody stated. */
export const buildUncategorised = (
  id: string,
  text: string,
  name = defaultItem,
  more: readonly (XmlElement | undefined)[] = [],
): XmlElement =>
  entry(
    element('act', { classCode: 'ACT', moodCode: 'EVN' }, [
      buildId(id),
      nctisCode(historyItem.code, name),
      stringText(text),
      ...more,
    ]),
  )

const defaultItem = 'Uncategorised Medical History Item'

/** One that nobody sorted, with its time and comment. */
export function buildHistoryItem(
  { id, resource }: Stated<Observation>,
  time: RenderTime,
  name = defaultItem,
): XmlElement {
  const { effectiveDateTime, effectivePeriod, valueString = '' } = resource
  const comment = noteText(resource)
  return buildUncategorised(id, plainText(valueString).trim(), name, [
    effectiveTimeOf(effectiveDateTime, effectivePeriod, time),
    comment === ''
      ? undefined
      : relation('COMP', remark(id, [historyItem.comment, 'Medical History Item Comment'], comment)),
  ])
}
