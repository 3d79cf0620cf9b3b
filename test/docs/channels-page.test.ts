/** docs/channels.md says what each answer makes of a delivery: the tables that decide say the same. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { forms } from '../../src/channels/fhir/forms.ts'
import { statusReceipt } from '../../src/channels/fhir/receipt.ts'
import { answerTable } from '../../src/channels/hl7-acknowledgement.ts'
import { acceptedReceipt, type Receipt } from '../../src/channels/transport.ts'
import { explainClass, specifiedFailures } from '../../src/domain/delivery/reason-classes.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/channels.md'), 'utf8')
const [, part = ''] = page.split('\n## Answers\n')
const [table = ''] = part.split('\n\n`ackTimeoutMs`')
const rows = [...table.matchAll(/^\| (?!Answer)(.+) \| (.+) \|$/gm)].map(([, answer = '', outcome = '']) => ({
  answer,
  outcome,
}))

const sayOutcome = ({ state, retry }: Receipt): string =>
  state === 'failed' && retry ? 'tried again, then `dead`' : `\`${state}\``

test('docs/channels.md: each code of HL7 v2 has its outcome', () => {
  const documented = rows.filter(({ answer }) => /^[AC][AER]$/.test(answer))

  expect(documented).toEqual(answerTable.map(({ code, receipt }) => ({ answer: code, outcome: sayOutcome(receipt) })))
})

test('docs/channels.md: each HTTP status that it names has its outcome', () => {
  const documented = rows
    .filter(({ answer }) => answer.startsWith('HTTP '))
    .flatMap(({ answer, outcome }) =>
      answer
        .slice(5)
        .split(', ')
        .map((status) => ({ status, outcome })),
    )

  expect(documented.length).toBeGreaterThan(10)
  expect(documented).toEqual(
    documented.map(({ status }) => {
      const receipt = status.startsWith('2') ? acceptedReceipt(status) : statusReceipt(Number(status))
      return { status, outcome: sayOutcome(receipt) }
    }),
  )
})

test('docs/channels.md: each form for a FHIR server, the richest first', () => {
  const [, part = ''] = page.split('\n## FHIR servers\n')
  const [section = ''] = part.split('\n## ')
  const documented = [...section.matchAll(/^\| `(\w+)` \| ([a-z].+?) \|/gm)].map(([, form, sends]) => ({ form, sends }))

  expect(documented).toEqual(forms.map(({ form, sends }) => ({ form, sends })))
})

test('docs/channels.md: each failure that the specification names has its class and its remedy', () => {
  const [, part = ''] = page.split('\n## Failures\n')
  const [section = ''] = part.split('\n## ')
  const rows = [...section.matchAll(/^\| ([a-z ]+) \| `(\w+)` \| (.+) \|$/gm)]

  expect(rows.map(([, failure, name, remedy]) => ({ failure, class: name, remedy }))).toEqual(
    specifiedFailures.map((row) => ({ ...row, remedy: explainClass(row.class).remedy })),
  )
})
