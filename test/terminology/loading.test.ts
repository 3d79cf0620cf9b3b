/** Code systems under licence: loaded from their publishers' files, asked by the operations. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { JsonObject, JsonValue } from '../../src/core/json.ts'
import { findByName } from '../../src/terminology/loaded-systems.ts'
import { type LoadOptions, loadTerminology } from '../../src/terminology/loading/load.ts'
import { type FhirApp, startFhir } from '../fhir-server/fhir-app.ts'
import { ids, sctId, writeRelease, writeReleaseZip } from './rf2-release.ts'
import { shrubs, trees, valueSet } from './small-definitions.ts'

const folder = mkdtempSync(join(tmpdir(), 'banksia-terminology-'))
let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
  expect(app.errors).toEqual([])
})

const snomed = 'http://snomed.info/sct'
const edition = `${snomed}/32506021000036107/version/20260831`
const silent: LoadOptions = { columns: {}, progress: { begin: () => undefined, advance: () => undefined } }

const load = (path: string, options: Partial<LoadOptions> = {}) =>
  loadTerminology(app.owner, path, { ...silent, ...options })
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const ask = async (path: string) => app.send('GET', path, { as: { tenant: 2 } })
const valuesOf = ({ body }: { body: JsonObject }): Record<string, JsonValue> =>
  Object.fromEntries(
    ((body['parameter'] ?? []) as JsonObject[]).map((one) => [
      String(one['name']),
      Object.entries(one).find(([name]) => name.startsWith('value'))?.[1] ?? null,
    ]),
  )
const isMember = async (set: string, code: string): Promise<JsonValue | undefined> =>
  valuesOf(await ask(`/ValueSet/$validate-code?url=${encodeURIComponent(set)}&system=${snomed}&code=${code}`))['result']
const expansionOf = async (set: string, more = ''): Promise<string[]> =>
  ((await ask(`/ValueSet/$expand?url=${encodeURIComponent(set)}${more}`)).body.expansion?.contains ?? []).map(
    ({ code }: { code: string }) => code,
  )
const countRows = async (): Promise<number[]> => {
  const { rows } = await app.owner.query(
    'select (select count(*)::int from code_system) a, (select count(*)::int from concept) b, (select count(*)::int from concept_name) c',
  )
  return [rows[0].a, rows[0].b, rows[0].c]
}

test('docs/terminology.md: RF2 snapshot files from a folder or a zip archive, again and again', async () => {
  writeRelease(join(folder, 'release'))
  writeReleaseZip(join(folder, 'release.zip'))

  expect(await load(join(folder, 'release'))).toEqual([{ url: snomed, version: edition, concepts: 5 }])
  const rows = await countRows()
  expect(await load(join(folder, 'release.zip'))).toEqual([{ url: snomed, version: edition, concepts: 5 }])
  expect(await countRows()).toEqual(rows)
  expect(rows).toEqual([1, 5, 7])
})

test('docs/terminology.md: a loaded concept is shown by the Australian preferred name, with its other names and parents', async () => {
  const answer = await ask(`/CodeSystem/$lookup?system=${snomed}&code=${ids.gum}`)

  expect(valuesOf(answer)).toMatchObject({ name: 'SNOMED CT', version: edition, display: 'Eucalyptus "tree"' })
  expect(answer.text).toContain('Gum tree (organism)')
  expect(answer.text).not.toContain('Forgotten')
  expect(answer.text).toContain(`{"name":"value","valueCode":"${ids.tree}"}`)
  expect(valuesOf(await ask(`/CodeSystem/$lookup?system=${snomed}&code=${ids.root}`))['display']).toBe(
    'Organism (organism)',
  )
})

test('R4 snomedct.html: membership by hierarchy, reference set and expression; what is no concept is none', async () => {
  const set = (query: string): string => `${snomed}?fhir_vs${query}`

  expect(await isMember(set(''), ids.gum)).toBe(true)
  expect(await isMember(set(''), sctId(77))).toBe(false)
  expect(await isMember(set(`=isa/${ids.tree}`), ids.gum)).toBe(true)
  expect(await isMember(set(`=isa/${ids.tree}`), ids.root)).toBe(false)
  expect(await isMember(set(`=isa/${ids.tree}`), ids.old)).toBe(false)
  expect(await isMember(set(`=refset/${ids.refset}`), ids.gum)).toBe(true)
  expect(await isMember(set(`=refset/${ids.refset}`), ids.tree)).toBe(false)
  expect(await isMember(set(`=ecl/< ${ids.root} |Organism| MINUS ${ids.tree}`), ids.gum)).toBe(true)
  expect(await isMember(set(`=ecl/< ${ids.root} |Organism| MINUS ${ids.tree}`), ids.tree)).toBe(false)
  expect(await isMember(set(`=ecl/(<< ${ids.tree} OR ${ids.root}) AND ^ ${ids.refset}`), ids.gum)).toBe(true)
  expect(await isMember(set(`=ecl/<! ${ids.root}`), ids.gum)).toBe(false)
  expect(await isMember(set(`=ecl/< ${ids.root}: 363698007 = *`), ids.gum)).toBe(false)
})

test('R4 valueset-operation-expand.html: concepts of a loaded system, narrowed by hierarchy, reference set and words', async () => {
  expect(await expansionOf(`${snomed}?fhir_vs=isa/${ids.tree}`)).toEqual([ids.tree, ids.gum])
  expect(await expansionOf(`${snomed}?fhir_vs=refset/${ids.refset}`)).toEqual([ids.gum])
  expect(await expansionOf(`${snomed}?fhir_vs`, '&filter=gum tr')).toEqual([ids.gum])
  expect(await expansionOf(`${snomed}?fhir_vs`, '&filter=nothing')).toEqual([])
  expect(await expansionOf(`${snomed}?fhir_vs`, '&activeOnly=true')).not.toContain(ids.old)
})

test('R4 search.html#modifiers: codes above and below, and members of sets, of a loaded system', async () => {
  for (const code of [ids.root, ids.gum]) {
    const coding = [{ system: snomed, code }]
    const body = { resourceType: 'Condition', subject: { reference: 'Patient/nobody' }, code: { coding } }
    expect((await app.send('POST', '/Condition', { body, as: { tenant: 2 } })).status).toBe(201)
  }
  const count = async (query: string) => (await ask(`/Condition?_total=accurate&${query}`)).body.total

  expect(await count(`code:below=${snomed}|${ids.tree}`)).toBe(1)
  expect(await count(`code:below=${snomed}|${ids.root}`)).toBe(2)
  expect(await count(`code:above=${snomed}|${ids.gum}`)).toBe(2)
  expect(await count(`code:in=${encodeURIComponent(`${snomed}?fhir_vs=refset/${ids.refset}`)}`)).toBe(1)
  expect(await count(`code:not-in=${encodeURIComponent(`${snomed}?fhir_vs=refset/${ids.refset}`)}`)).toBe(1)
})

test('R4 codesystem-operation-subsumes.html: concepts of a loaded system', async () => {
  const answer = await ask(`/CodeSystem/$subsumes?system=${snomed}&codeA=${ids.root}&codeB=${ids.gum}`)

  expect(valuesOf(answer)['outcome']).toBe('subsumes')
})

test('docs/terminology.md: a text is coded by an exact name in use, and by none where several concepts have it', async () => {
  expect(await findByName(app.owner, snomed, 'gum TREE')).toEqual({
    system: snomed,
    code: ids.gum,
    display: 'Eucalyptus "tree"',
  })
  expect(await findByName(app.owner, snomed, 'gum')).toBeUndefined()
  expect(await findByName(app.owner, snomed, 'Old (organism)')).toBeUndefined()
  const twice = {
    ...trees,
    url: 'https://example.org/twice',
    concept: [
      { code: 'A', display: 'Tree' },
      { code: 'B', display: 'tree' },
    ],
  }
  await load(write('twice.json', JSON.stringify(twice)))
  expect(await findByName(app.owner, 'https://example.org/twice', 'Tree')).toBeUndefined()
})

test('docs/terminology.md: FHIR code systems and value sets, alone or in a Bundle', async () => {
  const set = valueSet('loaded', {
    include: [{ system: trees.url ?? '', filter: [{ property: 'concept', op: 'is-a', value: 'GUM' }] }],
  })
  const bundle = {
    resourceType: 'Bundle',
    type: 'collection',
    entry: [trees, shrubs, set].map((resource) => ({ resource })),
  }

  const loaded = await load(write('bundle.json', JSON.stringify(bundle)))

  expect(loaded.map(({ concepts }) => concepts)).toEqual([7, 2, undefined])
  expect(await expansionOf('https://example.org/vs/loaded')).toEqual(['GUM', 'MALLEE', 'RED'])
  const lookup = await ask('/CodeSystem/$lookup?system=https://example.org/trees&code=RED&property=height')
  expect(lookup.text).toContain('{"name":"value","valueInteger":45}')
  const folded = await ask('/CodeSystem/$validate-code?url=https://example.org/shrubs&code=hakea')
  expect(valuesOf(folded)['result']).toBe(true)
})

test('docs/terminology.md: tables of codes: PBS items by the columns that they have, others by those that are named', async () => {
  const pbs = write(
    'items.csv',
    'pbs_code,drug_name,schedule_form\r\n1884E,amoxicillin,"Amoxicillin, capsule ""500 mg"""\r\n',
  )
  const tabbed = write('list.tsv', 'KEY\tTEXT\nI10\tHypertension\n')

  expect(await load(pbs, { system: 'http://pbs.gov.au/code/item', version: '2026-11' })).toMatchObject([
    { concepts: 1 },
  ])
  await load(tabbed, { system: 'http://hl7.org/fhir/sid/icd-10-am', columns: { code: 'key', display: 'text' } })

  const item = await ask('/CodeSystem/$lookup?system=http://pbs.gov.au/code/item&code=1884E')
  const code = await ask('/CodeSystem/$lookup?system=http://hl7.org/fhir/sid/icd-10-am&code=I10')
  expect(valuesOf(item)['display']).toBe('Amoxicillin, capsule "500 mg"')
  expect(valuesOf(code)['display']).toBe('Hypertension')
})

test('docs/terminology.md: item codes from the XML of the PBS, by the rules that it has', async () => {
  const code = (value: string) => `<code rdf:resource="http://pbs.gov.au/code/item">${value}</code>`
  const rule = `<prescribing-rule><ready-prepared><preferred-term>Another</preferred-term>${code('9999X')}</ready-prepared>
    <preferred-term>Amoxicillin &amp; more\n  500 mg</preferred-term>${code('1884E')}<code rdf:resource="http://pbs.gov.au/code/other">7</code></prescribing-rule>`
  const namespaces = 'xmlns="http://schema.pbs.gov.au/" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
  const xml = (content: string) => `<root ${namespaces}><schedule><program>${content}</program></schedule></root>`

  expect(await load(write('pbs.xml', xml(rule)), { version: '2026-12' })).toMatchObject([
    { version: '2026-12', concepts: 1 },
  ])
  const item = await ask('/CodeSystem/$lookup?system=http://pbs.gov.au/code/item&version=2026-12&code=1884E')
  expect(valuesOf(item)['display']).toBe('Amoxicillin & more 500 mg')
  await expect(load(write('no.xml', `${xml(rule)}<`))).rejects.toThrow()
  await expect(load(write('entities.xml', `<!DOCTYPE a [<!ENTITY b "c">]>${xml(rule)}`))).rejects.toThrow()
})

test('docs/terminology.md: versions stand side by side, and the one that is named is asked', async () => {
  const version = (one: string, display: string) =>
    load(
      write(
        `v${one}.json`,
        JSON.stringify({ ...trees, url: 'https://example.org/aged', version: one, concept: [{ code: 'A', display }] }),
      ),
    )
  await version('2', 'newer')
  await version('1', 'older')
  const displayOf = async (more: string) =>
    valuesOf(await ask(`/CodeSystem/$lookup?system=https://example.org/aged&code=A${more}`))['display']

  expect(await displayOf('')).toBe('newer')
  expect(await displayOf('&version=1')).toBe('older')
})

test('docs/terminology.md: what is damaged, or no such file, loads nothing, and what there was stays', async () => {
  const rows = await countRows()
  writeReleaseZip(join(folder, 'cut.zip'), (zip) => zip.subarray(0, zip.length - 10))
  writeReleaseZip(join(folder, 'flipped.zip'), (zip) => {
    zip.fill(0xff, 200, 260)
    return zip
  })
  const wrongColumns = join(folder, 'wrong')
  writeRelease(wrongColumns)
  writeFileSync(join(wrongColumns, 'Terminology/sct2_Relationship_Snapshot_AU1000036_20260831.txt'), 'a\tb\n1\t2\n')

  for (const path of [
    join(folder, 'cut.zip'),
    join(folder, 'flipped.zip'),
    wrongColumns,
    write('no.json', '{"a'),
    write('no.csv', 'a,b\n1,2\n'),
  ])
    await expect(load(path, { system: 'https://example.org/no' })).rejects.toThrow()
  expect(await countRows()).toEqual(rows)
})
