/** What `banksia validate` takes as input, and in which forms it answers. */
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from '@jest/globals'
import { commandFile, endAll, run } from '../system/processes.ts'
import { folder, patient, type Result, settings, validate, validateToJson, write } from './validating.ts'

afterAll(endAll)

const wrong = { ...patient, gender: 'unheard-of' }
const verdictsOf = (results: readonly Result[]) =>
  results.map(({ file, line, valid }) => [file, ...(line === undefined ? [] : [line]), valid])

test('docs/validation.md: a missing file, an unreadable one and an empty folder are named, end with exit code 2, and the others are judged', async () => {
  const sound = write('sound.json', patient)
  const broken = write('broken.json', wrong)
  const [absent, loop, empty] = ['absent.json', 'loop.json', 'empty'].map((name) => join(folder, name))
  symlinkSync(loop ?? '', loop ?? '')
  mkdirSync(empty ?? '')

  const names = [absent ?? '', sound, loop ?? '', empty ?? '', broken]
  const { code, results, errors } = await validateToJson(...names, '--profile', 'none')

  expect(code).toBe(2)
  expect(verdictsOf(results)).toEqual([
    [absent, false],
    [sound, true],
    [loop, false],
    [empty, false],
    [broken, false],
  ])
  expect(results[0]?.outcome).toMatchObject({ issue: [{ severity: 'fatal', code: 'not-found' }] })
  expect(errors).toContain(`banksia: ${absent}: there is no such file or folder\n`)
  expect(errors).toContain(`banksia: ${loop}: it cannot be read\n`)
  expect(errors).toContain(`banksia: ${empty}: the folder has no file .json, .xml, .ndjson or .jsonl\n`)
})

test('docs/validation.md: a folder that may not be read is named inside of one that may', async () => {
  const open = join(folder, 'open')
  mkdirSync(join(open, 'closed'), { recursive: true })
  write('open/sound.json', patient)
  chmodSync(join(open, 'closed'), 0)
  const account = process.getuid?.() === 0 ? { account: { uid: 65_534, gid: 65_534 } } : {}
  // Another account reads what the tests of this folder may read.
  chmodSync(folder, 0o755)

  const command = [process.execPath, commandFile, 'validate', open, '--profile', 'none', '--format', 'json']
  const { code, output, errors } = await run(command, { env: settings, ...account })
  chmodSync(join(open, 'closed'), 0o755)

  expect(errors).toBe(`banksia: ${join(open, 'closed')}: it cannot be read\n`)
  expect(code).toBe(2)
  expect(verdictsOf(JSON.parse(output) as readonly Result[])).toEqual([
    [join(open, 'closed'), false],
    [join(open, 'sound.json'), true],
  ])
})

test('docs/validation.md: a folder is judged with everything below it that is JSON, XML or NDJSON', async () => {
  mkdirSync(join(folder, 'tree/below/.hidden'), { recursive: true })
  write('tree/b.json', patient)
  write('tree/a.XML', '<Patient xmlns="http://hl7.org/fhir"><gender value="unheard-of"/></Patient>')
  write('tree/below/c.ndjson', `${JSON.stringify(patient)}\n${JSON.stringify(wrong)}\n`)
  for (const name of ['package.json', 'notes.txt', 'below/.hidden/d.json']) write(`tree/${name}`, wrong)
  symlinkSync(join(folder, 'tree'), join(folder, 'tree/below/back'))

  const { code, results } = await validateToJson(join(folder, 'tree'), '--profile', 'none')

  expect(code).toBe(1)
  expect(verdictsOf(results)).toEqual([
    [join(folder, 'tree/a.XML'), false],
    [join(folder, 'tree/b.json'), true],
    [join(folder, 'tree/below/c.ndjson'), 1, true],
    [join(folder, 'tree/below/c.ndjson'), 2, false],
  ])
})

const locationsOf = ({ outcome }: Result): readonly string[] =>
  (outcome as { issue: { severity: string; location?: string[] }[] }).issue
    .filter(({ severity }) => severity === 'error')
    .flatMap(({ location = [] }) => location)

test('docs/validation.md: places in NDJSON have the lines of the file, and blank lines count', async () => {
  const text = `\r\n${JSON.stringify(patient)}\r\n\n  \n{"resourceType":"Patient","gender":"x"}\n{"resourceType":\nnull`
  const file = write('lines.ndjson', text)
  const none = write('none.jsonl', '\n \n')

  const { code, results } = await validateToJson(file, none, '--profile', 'none')

  expect(code).toBe(2)
  expect(verdictsOf(results)).toEqual([
    [file, 2, true],
    [file, 5, false],
    [file, 6, false],
    [file, 7, false],
    [none, false],
  ])
  expect(results.slice(0, 3).map(locationsOf)).toEqual([[], ['Line 5, column 36'], ['Line 6, column 17']])
})

const validateInput = (file: string, ...args: readonly string[]) =>
  run(['sh', '-c', '"$0" "$@" < "$FILE"', process.execPath, commandFile, 'validate', '-', ...args], {
    env: { ...settings, FILE: file },
  })

test.each([
  ['JSON', JSON.stringify(wrong, null, 2), [['-', false]]],
  ['XML', `${' '.repeat(2000)}<Patient xmlns="http://hl7.org/fhir"><active value="true"/></Patient>`, [['-', true]]],
  [
    'NDJSON',
    `${JSON.stringify(patient)}\n${JSON.stringify(wrong)}`,
    [
      ['-', 1, true],
      ['-', 2, false],
    ],
  ],
  ['JSON in one line', `${JSON.stringify(patient)}\n`, [['-', true]]],
  ['nothing', '', [['-', false]]],
])('docs/validation.md: - is standard input, here %s', async (_what, text, verdicts) => {
  const { output } = await validateInput(write('input', text), '--profile', 'none', '--format', 'json')

  expect(verdictsOf(JSON.parse(output) as readonly Result[])).toEqual(verdicts)
})

test('docs/validation.md: a profile that is not known is named with the nearest one, and ends with exit code 2', async () => {
  const core = 'http://hl7.org.au/fhir/core/StructureDefinition/au-core-patient'

  const { code, results, errors } = await validateToJson(write('sound.json', patient), '--profile', `${core}s`)

  expect(code).toBe(2)
  expect(errors).toBe(`banksia: the profile ${core}s is not known; did you mean ${core}?\n`)
  expect(JSON.stringify(results[0]?.outcome)).toContain('profile-asked')
})

test('docs/validation.md: JUnit XML has a test case a resource, failures and errors apart, and is well-formed', async () => {
  const names = [write("it's <wrong>.json", wrong), write('sound.json', patient), join(folder, 'absent\u0001.json')]

  const { code, output } = await validate(...names, '--profile', 'none', '--format', 'junit')

  expect(code).toBe(2)
  expect(output).toContain('<testsuite name="banksia validate" tests="3" failures="1" errors="1" skipped="0">')
  expect(output).toContain('it&#39;s &lt;wrong&gt;.json"')
  expect(output).toMatch(
    /<failure type="invalid" message="1 error, \d+ warnings?">error +Patient\.gender, line 1, column/,
  )
  expect(output).toContain('<error type="missing" message="there is no such file or folder"/>')
  expect(output).not.toContain('\u0001')
  const { code: judged, errors } = await run(
    ['sh', '-c', 'command -v xmllint >/dev/null || exit 0; xmllint --noout "$FILE"'],
    {
      env: { FILE: write('junit.xml', output) },
    },
  )
  expect({ judged, errors }).toEqual({ judged: 0, errors: '' })
})

test('docs/validation.md: a SARIF log has a result an issue, with its rule, place and level, and says what was not read', async () => {
  const lines = write('lines of.ndjson', `${JSON.stringify(patient)}\n${JSON.stringify(wrong)}`)
  const absent = join(folder, 'absent.json')

  const { code, output } = await validate(lines, absent, '--profile', 'none', '--format', 'sarif')

  const { version, runs } = JSON.parse(output)
  expect([code, version]).toEqual([2, '2.1.0'])
  expect(runs[0].results).toContainEqual({
    ruleId: 'required-binding',
    ruleIndex: runs[0].tool.driver.rules.findIndex(({ id }: { id: string }) => id === 'required-binding'),
    level: 'error',
    message: { text: expect.any(String) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: pathToFileURL(lines).href },
          region: { startLine: 2, startColumn: expect.any(Number) },
        },
        logicalLocations: [{ fullyQualifiedName: 'Patient.gender' }],
      },
    ],
  })
  expect(runs[0].invocations[0]).toMatchObject({
    executionSuccessful: false,
    exitCode: 2,
    toolExecutionNotifications: [
      { locations: [{ physicalLocation: { artifactLocation: { uri: pathToFileURL(absent).href } } }] },
    ],
  })
})

test('docs/validation.md: a SARIF log names files below the working folder by a relative address', async () => {
  write('below it.json', wrong)

  const command = [process.execPath, commandFile, 'validate', 'below it.json', '--format', 'sarif']
  const { output } = await run(command, { env: settings, directory: folder })

  expect(new Set(output.match(/"uri": "[^"]*"/g))).toEqual(new Set(['"uri": "below%20it.json"']))
})
