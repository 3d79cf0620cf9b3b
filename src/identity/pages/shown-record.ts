/** A patient and an encounter in the few words by which a person tells them apart. R4 patient.html, encounter.html. */

import { listObjects, listTexts } from '../../core/json/json-lists.ts'
import { isJsonObject, type JsonObject, textOf } from '../../core/json.ts'
import { shorten } from './shown-text.ts'

export type ShownPatient = {
  readonly id: string
  readonly name: string
  /** Date of birth, gender, numbers. */
  readonly details: readonly string[]
}

export type ShownEncounter = { readonly id: string; readonly name: string; readonly details: readonly string[] }

const objectIn = (parent: JsonObject, member: string): JsonObject => {
  const value = parent[member]
  return isJsonObject(value) ? value : {}
}

export function showPatient(patient: JsonObject): ShownPatient {
  const birth = textOf(patient, 'birthDate')
  const gender = textOf(patient, 'gender')
  const details = [
    ...(birth === undefined ? [] : [`born ${showDate(birth)}`]),
    ...(gender === undefined ? [] : [gender]),
    ...listObjects(patient['identifier']).flatMap(showIdentifier),
    ...(patient['deceasedBoolean'] === true || patient['deceasedDateTime'] !== undefined ? ['deceased'] : []),
    ...(patient['active'] === false ? ['record not in use'] : []),
  ]
  return { id: textOf(patient, 'id') ?? '', name: nameOf(patient), details: details.map(shorten) }
}

function nameOf(patient: JsonObject): string {
  const names = listObjects(patient['name']).filter((name) => name['use'] !== 'old')
  const name = names.find((one) => one['use'] === 'official') ?? names[0] ?? {}
  const parts = [...listTexts(name['prefix']), ...listTexts(name['given']), textOf(name, 'family') ?? '']
  const written = parts.filter(Boolean).join(' ') || textOf(name, 'text') || ''
  return shorten(written) || 'Patient without a name'
}

/** Numbers by which people know patients. https://hl7.org.au/fhir/core: AU Core identifiers. */
function showIdentifier(identifier: JsonObject): readonly string[] {
  const value = textOf(identifier, 'value')
  if (value === undefined) return []
  if (textOf(identifier, 'system')?.endsWith('/id/hi/ihi/1.0')) return [`IHI ${value.replace(/(\d{4})(?=\d)/g, '$1 ')}`]
  const codes = listObjects(objectIn(identifier, 'type')['coding']).map((coding) => coding['code'])
  return codes.includes('MR') ? [`record number ${value}`] : []
}

const months = 'January February March April May June July August September October November December'.split(' ')

/** As it was recorded, in its own zone; a date may lack its day and month. R4 datatypes.html#dateTime. */
export function showDate(text: string): string {
  const [, year = text, month, day, time] = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d:\d\d).*)?)?)?$/.exec(text) ?? []
  const date = [day === undefined ? undefined : Number(day), months[Number(month) - 1], year].filter(Boolean).join(' ')
  return time === undefined ? date : `${date}, ${time}`
}

const classes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    AMB: 'Visit',
    EMER: 'Emergency visit',
    HH: 'Home visit',
    IMP: 'Stay in hospital',
    ACUTE: 'Stay in hospital',
    NONAC: 'Stay in hospital',
    OBSENC: 'Observation in hospital',
    SS: 'Short stay in hospital',
    VR: 'Visit by phone or video',
  }),
)

export function showEncounter(encounter: JsonObject): ShownEncounter {
  const { start, end } = objectIn(encounter, 'period')
  const kind = classes.get(textOf(objectIn(encounter, 'class'), 'code') ?? '') ?? 'Visit'
  const name = typeof start === 'string' ? `${kind}, ${showDate(start)}` : `${kind} without a date`
  const words = [
    ...(typeof end === 'string' ? [`until ${showDate(end)}`] : []),
    ...wordsOf(objectIn(encounter, 'serviceType')),
    ...listObjects(encounter['reasonCode']).flatMap(wordsOf),
    ...(textOf(encounter, 'status') === 'finished' ? [] : [textOf(encounter, 'status') ?? '']),
  ]
  return { id: textOf(encounter, 'id') ?? '', name, details: words.filter(Boolean).slice(0, 6).map(shorten) }
}

/** R4 datatypes.html#CodeableConcept. */
function wordsOf(concept: JsonObject): readonly string[] {
  const text = textOf(concept, 'text') ?? listObjects(concept['coding']).map((coding) => textOf(coding, 'display'))[0]
  return text === undefined ? [] : [text]
}
