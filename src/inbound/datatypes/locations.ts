/** PL as locations, each part of the next greater one. Published map PL[Location]. */
import type { Location, Reference } from '@medplum/fhirtypes'
import type { Value } from '../message/segment.ts'
import type { Reading } from '../reading.ts'
import { filled } from './names.ts'
import { authoritySystem } from './systems.ts'

const physicalType = 'http://terminology.hl7.org/CodeSystem/location-physical-type'

/** From the greatest to the smallest: the component, and its code of R4's location-physical-type; a point of care has none. */
const levels = [
  { component: 4, code: 'si', display: 'Site' },
  { component: 7, code: 'bu', display: 'Building' },
  { component: 1 },
  { component: 8, code: 'lvl', display: 'Level' },
  { component: 2, code: 'ro', display: 'Room' },
  { component: 3, code: 'bd', display: 'Bed' },
] as const

/** The smallest one that is named. A room is told from its like by all that is around it. */
export function readPl(value: Value, reading: Reading): Reference<Location> | undefined {
  const path: string[] = []
  let around: Reference<Location> | undefined
  for (const level of levels) {
    const [name, id, type] = [1, 2, 3].map((part) => value.sub(level.component, part).trim()) as [
      string,
      string,
      string,
    ]
    const text = name || id
    if (text === '') continue
    const system =
      id === '' && path.length > 0
        ? reading.localSystem(`location ${path.join(' / ')} ${level.component}`)
        : authoritySystem({ name, id, type }, reading)
    path.push(text)
    around = withName(reading.add(buildLocation(level, text, system, around), 'supporting'), text)
  }
  const description = value.text(9).trim()
  if (around !== undefined && description !== '') value.note('unmapped', 9)
  if (around !== undefined || description === '') return around
  return withName(
    reading.add(filled<Location>({ resourceType: 'Location', name: description }), 'supporting'),
    description,
  )
}

const withName = (reference: Reference<Location>, display: string): Reference<Location> => ({ ...reference, display })

const buildLocation = (
  level: (typeof levels)[number],
  name: string,
  system: string | undefined,
  partOf: Reference<Location> | undefined,
): Location =>
  filled<Location>({
    resourceType: 'Location',
    identifier: [{ ...(system === undefined ? {} : { system }), value: name }],
    name,
    mode: 'instance',
    physicalType:
      'code' in level ? { coding: [{ system: physicalType, code: level.code, display: level.display }] } : undefined,
    partOf,
  })
