/** Hostile bodies: broken texts, XML with tricks, patches, Bundles, and heavy bodies. */
import { gzipSync } from 'node:zlib'
import type { Draw } from '../../fhir-search/search-world.ts'
import type { FuzzRequest } from './fuzz-client.ts'
import { canary, hostileText, hostileValue } from './fuzz-values.ts'
import { bytesOf, jsonType, post, replaceSomewhere, root, type World, xmlType } from './fuzz-world.ts'

/** Breaks a text so that it is none any more, most of the time. */
export function breakText(draw: Draw, text: string): Buffer {
  const at = draw.below(text.length)
  const bytes = bytesOf(text)
  const parts = (inner: string | Buffer): Buffer =>
    Buffer.concat([bytes.subarray(0, at), Buffer.from(inner), bytes.subarray(at)])
  return draw.one<() => Buffer>([
    () => bytes.subarray(0, at),
    () => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]),
    () => parts(Buffer.from([draw.below(256)])),
    () => parts(Buffer.from([0xc3, 0x28])),
    () => parts(Buffer.from([0xed, 0xa0, 0x80])),
    () => parts('\u0000'),
    () => parts(`"\\ud800${canary}"`),
    () => parts(`{"${canary}":1,"${canary}":1}`),
    () => parts('['.repeat(100)),
    () => parts('{"a":'.repeat(100)),
    () => parts('<a>'.repeat(100)),
    () => parts(`<!--${canary}`),
    () => parts(`]]>&${canary};`),
    () => Buffer.concat([bytes, bytes]),
    () => Buffer.concat([Buffer.from([0xff, 0xfe]), bytes]),
    () => Buffer.from(text, 'utf16le'),
    () => bytesOf(text.replace(':', `:${'9'.repeat(400)},"a":`)),
    () => bytesOf(text.replace('"resourceType"', `"${canary}":1,"resourceType"`)),
    () => bytesOf(text.replace('{', '{"__proto__":{"a":1},')),
  ])()
}

/** Faults that only XML can have. */
// biome-ignore format: one row a line
export const xmlTricks: readonly ((xml: string) => string)[] = [
  (xml) => `<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]>${xml}`,
  (xml) => `<!DOCTYPE a [<!ENTITY a "${canary}"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${xml}`.replace('value="', 'value="&b;'),
  (xml) => xml.replace('xmlns="http://hl7.org/fhir"', `xmlns="urn:${canary}"`),
  (xml) => xml.replace(/<(\w+) value=/, `<$1 xmlns:x="urn:${canary}" x:y="1" value=`),
  (xml) => xml.replace('/>', `/><${canary.toLowerCase()} value="1"/>`),
  (xml) => xml.replace(' value=', ` ${canary}="1" value=`),
  (xml) => xml.replace('/>', `/>${canary}`),
  (xml) => xml.replace(/<(\w+) value="[^"]*"\/>/, '$&$&$&'),
  (xml) => xml.replace('/>', `/><?php ${canary} ?><![CDATA[${canary}]]>`),
  (xml) => xml.replace('<?xml version="1.0" encoding="UTF-8"?>', '<?xml version="1.0" encoding="UTF-16"?>'),
  (xml) => xml.replace('<?xml version="1.0"', '<?xml version="1.1"'),
  (xml) => xml.replace(/value="[^"]*"/, `value="&#0;${canary}"`),
  (xml) => xml.replace(/value="[^"]*"/, 'value=""'),
  (xml) => xml.replace(/<id value="[^"]*"\/>/, `<extension url="a">`.repeat(100)),
  (xml) => `${xml}<!--${canary}-->`,
  (xml) => `\ufeff${xml}`,
]

const patchPaths = [
  '/name/0/family',
  '/name/-',
  '/gender',
  '',
  '/',
  '/~2',
  '/name/99999999',
  '/__proto__/a',
  '/constructor/prototype',
  `/${canary}`,
]
const fhirPaths = [
  'Patient.name',
  'Patient.name[0].family',
  'Patient',
  `Patient.where(${canary})`,
  'Patient.name.given.',
  '((((',
  'Patient.repeat(children())',
  `'${canary}'`,
  'Patient.name.select(%resource)',
]

export function patch(draw: Draw, world: World): FuzzRequest {
  const path = `${root}/Patient/${world.patientId}`
  const steps = Array.from({ length: draw.one([1, 2, 500]) }, () => ({
    op: draw.one(['add', 'remove', 'replace', 'move', 'copy', 'test', canary]),
    path: draw.one(patchPaths),
    from: draw.one(patchPaths),
    value: hostileValue(draw),
  }))
  // A test that fails comes last: nothing of it is to be written.
  if (draw.chance(0.5)) {
    const body = bytesOf(JSON.stringify([...steps, { op: 'test', path: '/id', value: canary }]))
    return { method: 'PATCH', path, headers: { ...world.headers, 'content-type': 'application/json-patch+json' }, body }
  }
  const part = (name: string, value: unknown) => ({ name, valueString: value })
  const operation = () => ({
    name: 'operation',
    part: [
      part('type', draw.one(['add', 'insert', 'delete', 'replace', 'move'])),
      part('path', draw.one(fhirPaths)),
      part('name', canary),
      part('index', hostileValue(draw)),
    ],
  })
  const wrong = { name: 'operation', part: [part('type', 'replace'), part('path', 'Patient.nothing')] }
  const parameter = [...Array.from({ length: draw.one([1, 40]) }, operation), wrong]
  return {
    method: 'PATCH',
    path,
    headers: { ...world.headers, ...jsonType },
    body: bytesOf(JSON.stringify({ resourceType: 'Parameters', parameter })),
  }
}

export function bundle(draw: Draw, world: World): FuzzRequest {
  const entry = (): unknown => {
    const resource = draw.chance(0.5) ? draw.one(world.resources) : replaceSomewhere(draw, draw.one(world.resources))
    const url = draw.one([
      'Patient',
      'Observation',
      'Patient/a',
      `Patient?${hostileText(draw).toWellFormed()}`,
      hostileText(draw).toWellFormed(),
      'Bundle',
      '',
      'Patient/a/_history/1',
      '$export',
    ])
    const request = draw.chance(0.1)
      ? hostileValue(draw)
      : {
          method: draw.one(['POST', 'GET', canary]),
          url,
          ifNoneExist: draw.one(['identifier=a', hostileText(draw).toWellFormed()]),
        }
    return draw.chance(0.1)
      ? hostileValue(draw)
      : { fullUrl: draw.one(['urn:uuid:a', hostileText(draw).toWellFormed()]), resource, request }
  }
  const content = {
    resourceType: 'Bundle',
    type: draw.one(['batch', 'batch', 'transaction', canary]),
    entry: Array.from({ length: draw.below(12) }, entry),
  }
  return post(world, draw.one(['', '', 'Batch', 'Bundle']), bytesOf(JSON.stringify(content)))
}

export const hugeBundle = (_draw: Draw, world: World): FuzzRequest =>
  post(
    world,
    '',
    bytesOf(
      JSON.stringify({
        resourceType: 'Bundle',
        type: 'batch',
        entry: Array.from({ length: 10_000 }, () => ({ request: { method: 'GET', url: `Patient/${canary}` } })),
      }),
    ),
  )

const bomb = gzipSync(Buffer.alloc(10_000_000, 'a'))
const encoded = (world: World, encoding: string, bytes: Uint8Array): FuzzRequest =>
  post(world, 'Patient', bytes, { ...jsonType, 'content-encoding': encoding })

/** Too large, no JSON, cut off, or no gzip. */
export const compressed = (draw: Draw, world: World): FuzzRequest =>
  encoded(world, 'gzip', draw.one([bomb, gzipSync('a'), bomb.subarray(0, 100), Buffer.from(canary)]))

export const otherwiseCompressed = (draw: Draw, world: World): FuzzRequest =>
  encoded(world, draw.one(['br', 'deflate', 'gzip, gzip', 'zstd']), bomb)

/** Answers 413 before it is read, or ends the connection while it is written. */
export const large = (draw: Draw, world: World): FuzzRequest => {
  const [text, type] = draw.one([
    [`{"resourceType":"Patient","a":"${canary}`, jsonType],
    [`<Patient xmlns="http://hl7.org/fhir">${canary}`, xmlType],
  ] as const)
  return post(world, 'Patient', Buffer.concat([bytesOf(text), Buffer.alloc(50_000_000, ' ')]), type)
}

/** Within the limit of size, and nothing else: one level, one string, or many members. */
export const heavy = (draw: Draw, world: World): FuzzRequest =>
  draw.one<() => FuzzRequest>([
    () => post(world, 'Basic', bytesOf(`{"resourceType":"Basic","language":"${'a'.repeat(5_000_000)}"}`)),
    () => post(world, 'Basic', bytesOf(`{"resourceType":"Basic","extension":[${'{"url":"a"},'.repeat(20_000)}{}]}`)),
    () =>
      post(
        world,
        'Basic',
        bytesOf(
          `<Basic xmlns="http://hl7.org/fhir">${'<extension url="a"><valueString value="b"/></extension>'.repeat(10_000)}</Basic>`,
        ),
        xmlType,
      ),
    () =>
      post(
        world,
        'Basic',
        bytesOf(
          `<Basic xmlns="http://hl7.org/fhir"><text><status value="empty"/><div xmlns="http://www.w3.org/1999/xhtml">${'<p>a</p>'.repeat(100_000)}</div></text></Basic>`,
        ),
        xmlType,
      ),
    () =>
      post(
        world,
        'Basic',
        bytesOf(`{"resourceType":"Basic","extension":[${'{"url":"a","valueCode":"b"},'.repeat(300_000)}{}]}`),
      ),
    () => post(world, 'Basic', bytesOf('['.repeat(5_000_000))),
    () =>
      post(
        world,
        'Basic',
        bytesOf(`<a ${Array.from({ length: 50_000 }, (_, index) => `a${index}="1"`).join(' ')}/>`),
        xmlType,
      ),
  ])()
