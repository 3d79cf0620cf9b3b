/** Problems, diagnoses and procedures: the Agency's guides, PROBLEM/DIAGNOSIS and PROCEDURE. */
import type { CodeableConcept, Condition, Procedure } from '@medplum/fhirtypes'
import type { Stated } from '../../clinical-facts.ts'
import { buildCode, buildId } from '../parties.ts'
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

const verificationWords: Readonly<Record<string, string>> = {
  unconfirmed: 'Unconfirmed',
  provisional: 'Provisional',
  differential: 'Differential',
}

/** R4 condition-clinical: what is no longer active. */
const clinicalWords: Readonly<Record<string, string>> = {
  inactive: 'Inactive',
  remission: 'In remission',
  resolved: 'Resolved',
}

const firstWord = (concept: CodeableConcept | undefined, words: Readonly<Record<string, string>>): readonly string[] =>
  concept?.coding?.flatMap(({ code }) => words[code ?? ''] ?? []).slice(0, 1) ?? []

/** `Provisional`, `Resolved`, `Provisional, resolved`; empty for a present diagnosis that stands. */
const qualifierOf = ({ verificationStatus, clinicalStatus }: Condition): string => {
  const doubt = firstWord(verificationStatus, verificationWords)
  const state = firstWord(clinicalStatus, clinicalWords)
  return [...doubt, ...(doubt.length === 0 ? state : state.map((word) => word.toLowerCase()))].join(', ')
}

export const isQualified = ({ resource }: Problem): boolean => qualifierOf(resource) !== ''

const onsetOf = ({ onsetDateTime, onsetPeriod }: Condition): string | undefined => onsetDateTime ?? onsetPeriod?.start
const abatementOf = ({ abatementDateTime, abatementPeriod }: Condition): string | undefined =>
  abatementDateTime ?? abatementPeriod?.end

const diagnosisCode = (): XmlElement => buildCode('code', 'snomed', ['282291009', 'Diagnosis interpretation'])

const buildOnset = (condition: Condition): XmlElement | undefined => {
  const onset = onsetOf(condition)
  return onset === undefined ? undefined : element('effectiveTime', {}, [element('low', { value: dayOf(onset) })])
}

/** With resolution and comment; a diagnosis in doubt or over begins its comment with that. */
export function buildProblem({ id, resource }: Problem): XmlElement {
  const abatement = abatementOf(resource)
  const qualifier = qualifierOf(resource)
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
      buildOnset(resource),
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
  const type = isDiagnosis === true ? 'Diagnosis' : 'Problem'
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
export const buildUncategorised = (id: string, text: string, name = 'Uncategorised Medical History Item'): XmlElement =>
  entry(
    element('act', { classCode: 'ACT', moodCode: 'EVN' }, [
      buildId(id),
      nctisCode('102.16627', name),
      stringText(text),
    ]),
  )
