/** XML to JSON and back. R4 xml.html, json.html; xml.exhaustive.test.ts has the published examples of R4. */
import { beforeAll, expect, test } from '@jest/globals'
import { parseJson, stringifyJson } from '../../src/core/json.ts'
import type { Definitions } from '../../src/profiles/definitions/definitions.ts'
import { readNarrative } from '../../src/profiles/rules/narrative.ts'
import { XmlError } from '../../src/profiles/xml/xml-error.ts'
import { XmlPlaces } from '../../src/profiles/xml/xml-places.ts'
import { parseXml, parseXmlBytes } from '../../src/profiles/xml/xml-reader.ts'
import { UnwritableError } from '../../src/profiles/xml/xml-text.ts'
import { renderXml } from '../../src/profiles/xml/xml-writer.ts'
import { drawFrom } from '../fhir-search/search-world.ts'
import { auBaseExamples } from './au-base-examples.ts'
import { openTestDefinitions } from './open-definitions.ts'
import { comesBack, listFiles } from './xml-round-trip.ts'

let definitions: Definitions
beforeAll(async () => {
  definitions = await openTestDefinitions()
})

const isNarrative = (text: string): boolean => readNarrative(text).rule === undefined

test('R4 xml.html: the examples of AU Base are the same JSON after a way through XML', () => {
  const files = listFiles(auBaseExamples)

  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => !comesBack(definitions, file))).toEqual([])
})

const fhir = 'xmlns="http://hl7.org/fhir"'
const xhtml = 'xmlns="http://www.w3.org/1999/xhtml"'
const declaration = '<?xml version="1.0" encoding="UTF-8"?>'
const toJson = (xml: string): string => stringifyJson(parseXml(definitions, xml))
const toXml = (json: string): string => renderXml(definitions, parseJson(json)).replace(declaration, '')

// biome-ignore format: one pair a line
const pairs = [
  ['number text', `<Observation ${fhir}><status value="final"/><valueQuantity><value value="70.00"/></valueQuantity></Observation>`,
    '{"resourceType":"Observation","status":"final","valueQuantity":{"value":70.00}}'],
  ['number text in an array', `<Observation ${fhir}><valueSampledData><origin><value value="0.0"/></origin><period value="1e2"/><dimensions value="1"/></valueSampledData></Observation>`,
    '{"resourceType":"Observation","valueSampledData":{"origin":{"value":0.0},"period":1e2,"dimensions":1}}'],
  ['booleans', `<Patient ${fhir}><active value="false"/><deceasedBoolean value="true"/></Patient>`,
    '{"resourceType":"Patient","active":false,"deceasedBoolean":true}'],
  ['ids of elements and of resources', `<Patient ${fhir}><id value="a"/><name id="n"><family id="f" value="B"/></name></Patient>`,
    '{"resourceType":"Patient","id":"a","name":[{"id":"n","family":"B","_family":{"id":"f"}}]}'],
  ['an extension in place of a value', `<Patient ${fhir}><birthDate><extension url="u"><valueCode value="unknown"/></extension></birthDate></Patient>`,
    '{"resourceType":"Patient","_birthDate":{"extension":[{"url":"u","valueCode":"unknown"}]}}'],
  ['arrays of primitives side by side', `<Patient ${fhir}><name><given value="A"/><given id="g"/><given value="C"/></name></Patient>`,
    '{"resourceType":"Patient","name":[{"given":["A",null,"C"],"_given":[null,{"id":"g"},null]}]}'],
  ['an array without a value', `<Patient ${fhir}><name><given id="g"/></name></Patient>`,
    '{"resourceType":"Patient","name":[{"_given":[{"id":"g"}]}]}'],
  ['contained resources', `<Patient ${fhir}><contained><Organization><id value="o"/></Organization></contained><contained><Basic><id value="b"/></Basic></contained></Patient>`,
    '{"resourceType":"Patient","contained":[{"resourceType":"Organization","id":"o"},{"resourceType":"Basic","id":"b"}]}'],
  ['a Bundle', `<Bundle ${fhir}><type value="batch"/><entry><link><relation value="self"/></link><resource><Patient><active value="true"/></Patient></resource></entry></Bundle>`,
    '{"resourceType":"Bundle","type":"batch","entry":[{"link":[{"relation":"self"}],"resource":{"resourceType":"Patient","active":true}}]}'],
  ['Parameters with parts', `<Parameters ${fhir}><parameter><name value="a"/><part><name value="b"/><valueDecimal value="-0.10"/></part></parameter></Parameters>`,
    '{"resourceType":"Parameters","parameter":[{"name":"a","part":[{"name":"b","valueDecimal":-0.10}]}]}'],
  ['white space in values', `<Patient ${fhir}><name><text value="a&#9;b&#10;c&#13;d &lt;&amp;&gt; &quot;e&quot; 'f' é😀"/></name></Patient>`,
    '{"resourceType":"Patient","name":[{"text":"a\\tb\\nc\\rd <&> \\"e\\" \'f\' é😀"}]}'],
  ['a narrative as it is written', `<Basic ${fhir}><text><status value="generated"/><div ${xhtml}><p class='a'>1 &lt; 2&#160;<br/><br /><b></b>"</p></div></text></Basic>`,
    `{"resourceType":"Basic","text":{"status":"generated","div":"<div xmlns=\\"http://www.w3.org/1999/xhtml\\"><p class='a'>1 &lt; 2&#160;<br/><br /><b></b>\\"</p></div>"}}`],
] as const

test.each(pairs)('R4 xml.html, json.html: %s', (_title, xml, json) => {
  expect(toJson(xml)).toBe(json)
  expect(toXml(json)).toBe(xml)
})

test('R4 xml.html: elements stand in the order of the definition, wherever JSON has them', () => {
  const json =
    '{"name":[{"given":["B"],"family":"A"}],"id":"p","resourceType":"Patient","_gender":{"id":"g"},"active":true}'

  expect(toXml(json)).toBe(
    `<Patient ${fhir}><id value="p"/><active value="true"/><name><family value="A"/><given value="B"/></name><gender id="g"/></Patient>`,
  )
})

test('R4 http.html#parameters: pretty XML has an element a line and means the same', () => {
  const json =
    '{"resourceType":"Patient","name":[{"family":"A","_family":{"id":"f","extension":[{"url":"u","valueDecimal":1.0}]}}]}'

  const pretty = renderXml(definitions, parseJson(json), true)

  expect(pretty.split('\n').slice(0, 4)).toEqual([
    declaration,
    `<Patient ${fhir}>`,
    '  <name>',
    '    <family id="f" value="A">',
  ])
  expect(toJson(pretty)).toBe(json)
})

const narrative = (div: string): string => `<Basic ${fhir}><text><status value="generated"/>${div}</text></Basic>`
const divOf = (div: string): unknown => (JSON.parse(toJson(narrative(div))) as { text: { div: string } }).text.div

test('R4 narrative.html: a div of another prefix, with comments, instructions or CDATA is written as JSON has it', () => {
  const expected = `<div ${xhtml}><p title="a&amp;b">1 &lt; 2<br/></p></div>`

  expect(
    divOf(`<h:div xmlns:h="http://www.w3.org/1999/xhtml"><h:p title='a&amp;b'>1 &lt; 2<h:br/></h:p></h:div>`),
  ).toBe(expected)
  expect(divOf(`<div ${xhtml}><p title="a&amp;b"><!-- c -->1 <![CDATA[<]]> 2<?pi?><br/></p></div>`)).toBe(expected)
})

test('R4 narrative.html: names of HTML characters become characters; carriage returns are kept', () => {
  const json = `{"resourceType":"Basic","text":{"div":"<div ${xhtml.replaceAll('"', '\\"')}>\\r\\n<p\\r\\n title=\\"a\\rb&eacute;\\">&nbsp;&euro;&Zebulon;&amp;</p></div>"}}`

  const xml = toXml(json)

  expect(xml).toContain('&#13;\n<p\n title="a&#13;b&#233;">&#160;&#8364;&amp;Zebulon;&amp;</p>')
  expect(toJson(xml)).toContain('>\\r\\n<p\\n title=\\"a\\rb&#233;\\">&#160;')
})

// biome-ignore format: many on a line
const scraps = [
  '<p>', '</p>', '<b title="a">', '</b>', '<br/>', '<br />', "<p title='a>b'>", '<p data-a="1">', '<p data-a:b="1">', '<p\u00a0title="a">', '<p\r\ntitle="a\rb">', '<!-- a -->', '<!--&nbsp;-->', '<![CDATA[a]]>', '<?a?>',
  'a', '&amp;', '&nbsp;', '&Zebulon;', '&#0;', '&#13;', '&#xD800;', '&#65;', ']]>', '>', '"', '\r', '\u0001', '\ufffe', '\u2028', '😀', ' ',
]

test('R4 narrative.html: each div that may be stored can be written as XML, and is a div that may be stored when it is read', () => {
  const draw = drawFrom(20_261_120)
  let stored = 0

  for (let round = 0; round < 20_000; round += 1) {
    const inner = Array.from({ length: 1 + draw.below(4) }, () => draw.one(scraps)).join('')
    const text = `<div ${xhtml}>${draw.one([inner, `<p>${inner}</p>`])}x</div>`
    if (!isNarrative(text)) continue
    const basic = { resourceType: 'Basic', text: { status: 'generated', div: text } }
    const { text: narrated } = parseXml(definitions, renderXml(definitions, basic)) as typeof basic
    stored += isNarrative(narrated.div) ? 1 : 0
    if (!isNarrative(narrated.div)) throw new Error(text)
  }

  expect(stored).toBeGreaterThan(1000)
})

const patient = (inner: string): string => `<Patient ${fhir}>${inner}</Patient>`

// biome-ignore format: one row a line
const refused = [
  ['no XML', 'Zebulon', 'not well-formed', ''],
  ['nothing', '', 'not well-formed', ''],
  ['a tag that is not closed', `<Patient ${fhir}><name>`, 'not well-formed', 'Patient.name[0]'],
  ['two roots', `${patient('')}${patient('')}`, 'not well-formed', ''],
  ['a document type', `<!DOCTYPE Patient [<!ENTITY a SYSTEM "file:///etc/passwd">]>${patient('<id value="&a;"/>')}`, 'document type declarations are not allowed', ''],
  ['an entity', patient('<id value="&Zebulon;"/>'), 'not well-formed', 'Patient'],
  ['an entity of HTML', narrative(`<div ${xhtml}>&nbsp;</div>`), 'not well-formed', 'Basic.text'],
  ['another encoding', `<?xml version="1.0" encoding="ISO-8859-1"?>${patient('')}`, 'not UTF-8', ''],
  ['another XML', `<?xml version="1.1"?>${patient('')}`, 'not XML 1.0', ''],
  ['no namespace', '<Patient/>', 'element of another namespace', ''],
  ['another namespace', '<Patient xmlns="urn:Zebulon"/>', 'element of another namespace', ''],
  ['an element of another namespace', patient('<name xmlns="urn:hl7-org:v3"/>'), 'element of another namespace', 'Patient'],
  ['a type that is none', `<Zebulon ${fhir}/>`, 'not a resource type', ''],
  ['an abstract type', `<DomainResource ${fhir}/>`, 'not a resource type', ''],
  ['an unknown element', patient('<zebulon value="a"/>'), 'unknown element', 'Patient'],
  ['an element that is nearly one', patient('<birthdate value="1980"/>'), 'unknown element; did you mean birthDate?', 'Patient'],
  ['an element of JSON', patient('<resourceType value="Patient"/>'), 'unknown element', 'Patient'],
  ['an attribute as an element', patient('<name><id value="a"/></name>'), 'unknown element', 'Patient.name[0]'],
  ['an unknown attribute', patient('<name zebulon="a"/>'), 'unknown attribute', 'Patient.name[0]'],
  ['a value of what has none', patient('<name value="a"/>'), 'unknown attribute', 'Patient.name[0]'],
  ['an id of a resource as an attribute', `<Patient ${fhir} id="a"/>`, 'unknown attribute', 'Patient'],
  ['an attribute of another namespace', patient('<active xmlns:a="urn:a" a:value="true"/>'), 'attribute of another namespace', 'Patient.active'],
  ['an attribute twice', patient('<active value="true" value="true"/>'), 'not well-formed', 'Patient'],
  ['text', patient('Zebulon'), 'text outside of the narrative', 'Patient'],
  ['a CDATA section', patient('<active value="true"><![CDATA[Zebulon]]></active>'), 'text outside of the narrative', 'Patient.active'],
  ['an element twice', patient('<active value="true"/><active value="true"/>'), 'element given more than once', 'Patient.active'],
  ['an element twice, apart', patient('<active value="true"/><gender value="male"/><active value="true"/>'), 'element given more than once', 'Patient.active'],
  ['a narrative twice', narrative(`<div ${xhtml}>a</div><div ${xhtml}>a</div>`), 'element given more than once', 'Basic.text.div'],
  ['another order', patient('<gender value="male"/><active value="true"/>'), 'element out of order', 'Patient.active'],
  ['an empty element', patient('<name/>'), 'empty element', 'Patient.name[0]'],
  ['an empty primitive', patient('<active/>'), 'empty element', 'Patient.active'],
  ['an empty value', patient('<name><family value=""/></name>'), 'empty attribute', 'Patient.name[0].family'],
  ['no boolean', patient('<active value="True"/>'), 'not a boolean', 'Patient.active'],
  ['no number', `<Observation ${fhir}><valueInteger value="0x1"/></Observation>`, 'not a number', 'Observation.valueInteger'],
  ['a number out of range', `<Observation ${fhir}><valueInteger value="1e999"/></Observation>`, 'not a number', 'Observation.valueInteger'],
  ['a control character', patient('<id value="a&#1;"/>'), 'not well-formed', 'Patient'],
  ['a NUL', patient('<id value="a\u0000"/>'), 'not well-formed', 'Patient'],
  ['no resource', patient('<contained/>'), 'empty element', 'Patient.contained[0]'],
  ['two resources', patient('<contained><Basic/><Basic/></contained>'), 'more than one resource', 'Patient.contained[0]'],
  ['a div of another namespace', narrative('<div>a</div>'), 'element of another namespace', 'Basic.text'],
  ['FHIR in a div', narrative(`<div ${xhtml}><p ${fhir}/></div>`), 'element of another namespace', 'Basic.text'],
  ['deep extensions', patient(`${'<extension url="a">'.repeat(40)}${'</extension>'.repeat(40)}`), 'nested too deeply', ''],
  ['a deep narrative', narrative(`<div ${xhtml}>${'<p>'.repeat(100)}${'</p>'.repeat(100)}</div>`), 'nested too deeply', 'Basic.text'],
] as const

test.each(refused)('R4 xml.html: refused, with its place and without its value: %s', (_title, xml, reason, path) => {
  const error = failure(() => parseXml(definitions, xml))

  expect(error).toBeInstanceOf(XmlError)
  expect(error).toMatchObject({ reason, ...(reason === 'nested too deeply' && path === '' ? {} : { path }) })
  expect(`${(error as Error).message} ${(error as Error).stack}`).not.toMatch(/zebulon/i)
})

function failure(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

test('R4 xml.html: unknown elements have the bound of known ones while places are collected', async () => {
  const text = patient(`${'<zebulon>'.repeat(100_000)}${'</zebulon>'.repeat(100_000)}`)

  await expect(parseXmlBytes(definitions, Buffer.from(text), new XmlPlaces())).rejects.toMatchObject({
    reason: 'nested too deeply',
    path: 'Patient',
  })
})

test('R4 narrative.html: a tag of 8 MiB is written as XML', () => {
  const long = ' '.repeat(8 * 1024 * 1024)
  const basic = { resourceType: 'Basic', text: { div: `<div ${xhtml}><p${long}title="a>b&nbsp;">&nbsp;</p></div>` } }

  const xml = renderXml(definitions, basic)

  expect(xml.length).toBeGreaterThan(long.length)
  expect(xml).toContain(' title="a>b&#160;">&#160;</p>')
})

test('R4 xml.html: a refusal tells line and column', () => {
  const error = failure(() => parseXml(definitions, patient('\n<active value="true"/>\n <zebulon/>')))

  expect(error).toMatchObject({ line: 3, column: 11, message: 'unknown element at line 3, column 11' })
})

test('spec 7: what is no UTF-8 is refused, and a byte order mark is no part of the document', async () => {
  const bytes = Buffer.from(`\ufeff${patient('<id value="é"/>')}`)
  const latin = Buffer.from(patient('<id value="é"/>'), 'latin1')
  const utf16 = Buffer.from(`\ufeff${patient('')}`, 'utf16le')

  expect(await parseXmlBytes(definitions, bytes)).toEqual({ resourceType: 'Patient', id: 'é' })
  for (const wrong of [latin, utf16]) await expect(parseXmlBytes(definitions, wrong)).rejects.toThrow('not UTF-8')
})

test('docs/design/house.md#foundations: a large document is read in steps, cut anywhere, and is the same', async () => {
  const part = `{"text":"é😀\\r\\n${'x'.repeat(50)}"}`
  const div = `<div ${xhtml.replaceAll('"', '\\"')}>${'<p>é😀\\r\\n</p>'.repeat(20_000)}</div>`
  const json = `{"resourceType":"Patient","text":{"status":"generated","div":"${div}"},"name":[${Array.from({ length: 10_000 }, () => part).join(',')}]}`
  let turns = 0
  const count = (): void => {
    turns += 1
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)

  const read = await parseXmlBytes(definitions, Buffer.from(renderXml(definitions, parseJson(json))))

  clearImmediate(counting)
  expect(stringifyJson(read) === json).toBe(true)
  expect(turns).toBeGreaterThan(3)
})

test('R4 xml.html: the place of a schema and prefixes of the same namespace change nothing', () => {
  const place =
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://hl7.org/fhir fhir-all.xsd"'

  expect(
    toJson(`<f:Patient xmlns:f="http://hl7.org/fhir" ${place}><!-- c --><f:active value="true"/><?pi?></f:Patient>`),
  ).toBe('{"resourceType":"Patient","active":true}')
})

// biome-ignore format: one row a line
test.each([
  ['a character that XML has not', '{"resourceType":"Patient","name":[{"text":"a\\u0001"}]}'],
  ['what R4 does not know', '{"resourceType":"Patient","zebulon":1}'],
  ['no resource', '{"a":1}'],
  ['an extension of a narrative', '{"resourceType":"Basic","text":{"_div":{"id":"a"}}}'],
  ['a list of what is one', '{"resourceType":"Patient","active":[true]}'],
])('R4 xml.html: nothing is left out silently: %s', (_title, json) => {
  expect(() => toXml(json)).toThrow(UnwritableError)
})
