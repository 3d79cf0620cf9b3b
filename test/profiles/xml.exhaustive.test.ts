/** The published examples of R4 as XML. R4 xml.html. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, test } from '@jest/globals'
import { r4Examples } from '../../judges/r4-examples.ts'
import { renderXml } from '../../src/profiles/xml/xml-writer.ts'
import { runJudge, testWithPrograms } from '../judges.ts'
import { openTestDefinitions } from './open-definitions.ts'
import { comesBack, listFiles, readExample } from './xml-round-trip.ts'

test('R4 xml.html: the published examples are the same JSON after a way through XML', async () => {
  const definitions = await openTestDefinitions()
  const files = listFiles(r4Examples)

  const changed = files.filter((file) => !comesBack(definitions, file))

  expect(files.length).toBeGreaterThan(5000)
  // A comment in its narrative is no part of it.
  expect(changed.map((file) => basename(file))).toEqual(['PlanDefinition-KDN5.json'])
})

testWithPrograms('xmllint')('XML 1.0: xmllint finds examples of every type well-formed', async () => {
  const definitions = await openTestDefinitions()
  const folder = mkdtempSync(join(tmpdir(), 'banksia-xml-'))
  const byType = new Map(listFiles(r4Examples).map((file) => [basename(file).split('-')[0], file]))
  for (const [type, file] of byType)
    writeFileSync(join(folder, `${type}.xml`), renderXml(definitions, readExample(file), true))

  const { status, said } = runJudge('xmllint', ['--noout', ...readdirSync(folder).map((file) => join(folder, file))])

  expect(byType.size).toBeGreaterThan(130)
  expect([status, said]).toEqual([0, ''])
  rmSync(folder, { recursive: true })
})
