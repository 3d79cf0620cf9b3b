/**
 * HAPI FHIR as the judge of our XML. HAPI_JARS names a folder with ca.uhn.hapi.fhir:hapi-fhir-structures-r4 and what it depends on
 * (`mvn dependency:copy-dependencies`); without it the test is skipped.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { r4Examples as examples } from '../../judges/r4-examples.ts'
import { parseJson } from '../../src/core/json.ts'
import { renderXml } from '../../src/profiles/xml/xml-writer.ts'
import { openTestDefinitions } from './open-definitions.ts'

const jars = process.env['HAPI_JARS']
const run = jars === undefined ? test.skip : test

// HAPI writes a small decimal with an exponent where it came from JSON, and takes an array in place of an element's extensions for an error.
const judgedOtherwise = /^(?:Observation-decimal: different|[\w.-]+: the JSON is refused)$/

run(
  'R4 xml.html: HAPI reads our XML of the published examples as it reads their JSON',
  async () => {
    const definitions = await openTestDefinitions()
    const folder = mkdtempSync(join(tmpdir(), 'banksia-hapi-'))
    const files = readdirSync(examples).filter(
      (file) => file.endsWith('.json') && file !== 'package.json' && statSync(join(examples, file)).size < 1_000_000,
    )
    for (const file of files) {
      const xml = renderXml(definitions, parseJson(readFileSync(join(examples, file), 'utf8')))
      writeFileSync(join(folder, file.replace(/json$/, 'xml')), xml)
    }

    const program = join(import.meta.dirname, 'HapiXml.java')
    const args = ['-Xmx1g', '-cp', `${jars}/*`, program, examples, folder]
    const { stdout } = spawnSync('java', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    rmSync(folder, { recursive: true })

    const lines = stdout.trim().split('\n')
    expect(lines.pop()).toBe(`${files.length} judged`)
    expect(lines.filter((line) => !judgedOtherwise.test(line))).toEqual([])
    expect(lines.length).toBeLessThan(15)
  },
  900_000,
)
