/** Messages of other makers: each is read or refused by a rule, what is read is valid, and node-hl7-client reads the same leaves. D200 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@jest/globals'
import { Message } from 'node-hl7-client'
import { parseJson, stringifyJson } from '../../src/core/json.ts'
import { parseInbound } from '../../src/inbound/message/parse-message.ts'
import { Quality } from '../../src/inbound/message/quality.ts'
import { checkResource } from '../../src/profiles/check.ts'
import { sharedPath, testWithShared } from '../judges.ts'
import { openTestValidator } from '../profiles/open-definitions.ts'
import { readText } from './reading-messages.ts'

const folders = ['au-synthetic', 'ms-fhir-converter']

const listFiles = (): readonly string[] =>
  folders.flatMap((folder) =>
    readdirSync(sharedPath(join('hl7v2/samples', folder)))
      .filter((name) => name.endsWith('.hl7'))
      .map((name) => join(folder, name)),
  )

const bytesOf = (file: string): Buffer => readFileSync(sharedPath(join('hl7v2/samples', file)))

/** What stands in the samples for these reasons alone. */
const reasons = ['MSH is missing', 'MSH-9 names a message that is not read', 'OBR is missing']

const testWithSamples = testWithShared('hl7v2/samples')

testWithSamples(
  'docs/inbound.md#messages: each sample is read, and valid under R4 and AU Core, or refused by a rule',
  async () => {
    const validator = await openTestValidator()
    const [read, invalid, odd]: [string[], string[], string[]] = [[], [], []]
    for (const file of listFiles()) {
      try {
        const reading = await readText(bytesOf(file))
        read.push(file)
        if (reading.kind === 'acknowledgement') continue
        const { bundle } = reading
        for (const resource of [bundle, ...(bundle.entry ?? []).map((entry) => entry.resource)]) {
          const { findings } = checkResource(parseJson(stringifyJson(resource ?? null)), {
            validator,
            requiredProfiles: 'au-core',
          })
          if (findings.some(({ severity }) => severity === 'error')) invalid.push(file)
        }
      } catch (error) {
        if (!reasons.some((reason) => String(error).includes(reason))) odd.push(`${file} ${String(error)}`)
      }
    }

    expect(odd).toEqual([])
    expect([...new Set(invalid)]).toEqual([])
    expect(read.length).toBeGreaterThan(38)
  },
)

testWithSamples('D200: the leaves of each sample are those that node-hl7-client reads', async () => {
  let compared = 0
  // The library leaves a command of formatted text as it is.
  for (const file of listFiles().filter((name) => !name.includes('f_no_msh'))) {
    const text = bytesOf(file)
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .replace(/\r\n?|\n/g, '\r')
      .replace(/\r+/g, '\r')
    const { segments } = await parseInbound(Buffer.from(text), undefined, new Quality())
    const nodes = new Message({ text }).toArray()
    expect(nodes.map((node) => node.name)).toEqual(segments.map(({ name }) => name))
    nodes.forEach((node, index) => {
      const segment = segments[index]
      if (segment === undefined || segment.name === 'MSH') return
      node.toArray().forEach((field, number) => {
        if (number === 0 || field.toRaw() === '""') return
        // The library trims the last field.
        const ours = segment.values(number).map((value) => value.sub(1, 1).trim())
        const theirs = field
          .toArray()
          .map((one) => (one.toRaw() === '""' ? '' : one.toString().replaceAll('\\.br\\', '\n').trim()))
        expect(ours.filter((one) => one !== '')).toEqual(theirs.filter((one) => one !== ''))
        compared += ours.length
      })
    })
  }
  expect(compared).toBeGreaterThan(3000)
})
