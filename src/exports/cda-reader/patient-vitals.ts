/** Whether a patient has died, and is one of several of a birth: Australian extensions of CDA; R4 Patient.deceased[x], multipleBirth[x]. */
import type { Patient } from '@medplum/fhirtypes'
import type { XmlNode } from '../../profiles/xml/xml-tree.ts'
import { readTime } from './values.ts'
import { attributeOf, findNode } from './xml-nodes.ts'

type Vitals = Pick<Patient, 'deceasedBoolean' | 'deceasedDateTime' | 'multipleBirthBoolean' | 'multipleBirthInteger'>

/** Datatype BL; undefined for a null flavour. */
function readFlag(node: XmlNode | undefined): boolean | undefined {
  const value = attributeOf(node, 'nullFlavor') === undefined ? attributeOf(node, 'value')?.trim() : undefined
  return value === 'true' || value === 'false' ? value === 'true' : undefined
}

export function readVitals(person: XmlNode | undefined): Vitals {
  const hasDied = readFlag(findNode(person, 'deceasedInd'))
  const at = hasDied === true ? readTime(findNode(person, 'deceasedTime')) : undefined
  const isOneOf = readFlag(findNode(person, 'multipleBirthInd'))
  const order = attributeOf(findNode(person, 'multipleBirthOrderNumber'), 'value')?.trim() ?? ''
  const number = isOneOf === true && /^[1-9]\d?$/.test(order) ? Number(order) : undefined
  return {
    ...(at !== undefined || hasDied === undefined ? {} : { deceasedBoolean: hasDied }),
    ...(at === undefined ? {} : { deceasedDateTime: at }),
    ...(number !== undefined || isOneOf === undefined ? {} : { multipleBirthBoolean: isOneOf }),
    ...(number === undefined ? {} : { multipleBirthInteger: number }),
  }
}
