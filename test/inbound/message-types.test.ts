/** The types of messages that HL7 defines, compared with HL7 Terminology. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from '@jest/globals'
import { knownTypes } from '../../src/inbound/events.ts'
import { messageTypeCodes, nameMessageType } from '../../src/inbound/message/message-types.ts'

test('HL7 v2 table 0076: the types are those that HL7 publishes, and each type that is read is one of them', () => {
  const folder = dirname(createRequire(import.meta.url).resolve('hl7.terminology.r4/package.json'))
  const published = JSON.parse(readFileSync(join(folder, 'CodeSystem-v2-0076.json'), 'utf8'))

  expect([...messageTypeCodes].sort()).toEqual(published.concept.map(({ code }: { code: string }) => code).sort())
  expect(knownTypes.map(nameMessageType)).toEqual(knownTypes)
})
