/** No format fetches anything, whatever text a statement, a name, a title or a narrative has. R4 narrative.html#security, #images. */
import { describe, expect, test } from '@jest/globals'
import type { Bundle } from '@medplum/fhirtypes'
import type { DocumentFormat } from '../../src/documents/formats.ts'
import type { ExportInput } from '../../src/exports/export-input.ts'
import { renderFormat } from '../../src/exports/formats.ts'
import { readNarrativeState } from '../../src/exports/narrative-faults.ts'
import { exampleExport, exampleRecalledExport } from '../builders.ts'

const away = 'http://elsewhere.example/x'

/** Ways in which the formats, and HTML, ask a viewer to fetch. */
const vectors = {
  'an image': `<img src="${away}.png" alt="a"/>`,
  'an image without a scheme': '<img src="//elsewhere.example/x.png" alt="a"/>',
  'an image with a sign that ends tags': `<img alt=">" src="${away}.png"/>`,
  'a source set': `<img srcset="${away} 2x" alt="a"/>`,
  'a style': `<p style="background:url(${away})">a</p>`,
  'a style sheet': `<style>@import url(${away});</style><link rel="stylesheet" href="${away}"/>`,
  'a background': `<table background="${away}"><tr><td>a</td></tr></table>`,
  SVG: `<svg xmlns="http://www.w3.org/2000/svg"><image href="${away}"/><use href="${away}#a"/></svg>`,
  'a frame': `<iframe src="${away}"></iframe><object data="${away}"></object><embed src="${away}"/>`,
  media: `<video poster="${away}" src="${away}"></video><audio src="${away}"></audio>`,
  'a link that pings': `<a href="${away}" ping="${away}">a</a>`,
  'what is fetched ahead': `<link rel="prefetch" href="${away}"/><link rel="dns-prefetch" href="//elsewhere.example"/>`,
  'another base': `<base href="${away}"/><meta http-equiv="refresh" content="0;url=${away}"/>`,
  'a script': `<script src="${away}"></script>`,
  'a processing instruction': `<?xml-stylesheet type="text/xsl" href="${away}"?>`,
  'an entity': `<!DOCTYPE a [<!ENTITY b SYSTEM "${away}">]>&b;`,
  'references to characters': `&#60;img src="${away}"/&#62; &lt;img src="${away}"/&gt;`,
  CDA: `</text><linkHtml href="${away}">a</linkHtml><renderMultiMedia referencedObject="a"/><reference value="${away}"/>`,
  XMP: `</rdf:li><xmp:BaseURL>${away}</xmp:BaseURL><rdf:li rdf:resource="${away}">`,
  'RTF fields': `{\\field{\\*\\fldinst INCLUDEPICTURE "${away}" \\\\d}{\\fldrslt}}{\\field{\\*\\fldinst HYPERLINK "${away}"}}`,
  'RTF objects': `{\\object\\objautlink\\objupdate{\\*\\template ${away}}{\\*\\objdata 0105}}{\\pict\\pngblip 00}`,
  'HL7 v2': `a|RP|^\\X0D\\OBX|9|RP|a|1|${away}^elsewhere^IM^PNG\rOBX|9|RP|a|1|${away}`,
  PDF: `) /A << /S /URI /URI (${away}) >> endobj /OpenAction << /S /Launch /F (${away}) >>`,
} as const

const cases = Object.entries(vectors).map(([name, text]) => [name, text] as const)

const narrativeOf = (content: string): string =>
  `<div xmlns="http://www.w3.org/1999/xhtml"><p>Before</p>${content}<p>After</p></div>`

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Plants a text in every place of the document that a person can write and a format shows. */
function planted(text: string, input: ExportInput): ExportInput {
  const bundle = structuredClone(input.bundle) as Bundle
  for (const { resource } of bundle.entry ?? []) {
    if (resource?.resourceType === 'Composition') {
      resource.title = `Title ${text}`
      for (const section of resource.section ?? []) {
        section.title = `Section ${text}`
        // A narrative that is no XHTML has no form: its words are planted escaped.
        const isFormed = readNarrativeState(narrativeOf(text)).fault === undefined
        const div = narrativeOf(isFormed ? text : escaped(text))
        section.text = { status: 'additional', div }
      }
    }
    if (resource?.resourceType === 'Organization') resource.name = `Practice ${text}`
    if (resource?.resourceType !== 'Patient' && resource?.resourceType !== 'Practitioner') continue
    resource.name = [{ family: text, given: [text] }]
    resource.telecom = [{ system: 'url', value: text }]
    resource.address = [{ line: [text], city: text, text }]
  }
  return { ...input, bundle }
}

/** Drops the parts that the format marks as text: the rest is its structure. */
const structures: Readonly<Record<Exclude<DocumentFormat, 'bundle'>, (bytes: string) => readonly string[]>> = {
  rtf: (text) =>
    text.replace(/\\[\\{}]|\\u-?\d+\?|\\'[0-9a-f]{2}/g, '').match(/\\\*?\\?[a-z]+|\\fldinst [A-Z]+/g) ?? [],
  cda: (text) => text.match(/<[^\s>/]+|[\w:]+="/g) ?? [],
  hl7v2: (text) =>
    text.split('\r').map((line) =>
      line
        .split('|')
        .slice(0, 1)
        .concat(line.split('|')[2] ?? '')
        .join(),
    ),
  pdf: (text) =>
    text
      .replace(/stream\n[\s\S]*?endstream/g, '')
      .replace(/\((?:\\[\s\S]|[^\\()]|\([^()]*\))*\)/g, '')
      .match(/\/[A-Za-z]+/g) ?? [],
  html: (text) =>
    (text.match(/<style>[^<]*|<[^>]*>/g) ?? []).flatMap(
      (tag) => tag.match(/<[^\s>]+|(?<=\s)[\w:-]+="(?:[a-z]+:|\/\/|refresh)?|url\(|@import/g) ?? [],
    ),
  // Nobody reads markup in it.
  text: (text) => text.split('\n'),
}

/** The constructs that make a viewer of the format fetch. RTF 1.9; CDA R2 4.3.5, XML 1.0; HL7 v2.4 table 0125; ISO 32000-1 12.6. */
const fetching: Readonly<Record<keyof typeof structures, RegExp>> = {
  rtf: /^\\(?:pict|shppict|object|objdata|objautlink|objupdate|template|subdocument|fldinst (?!PAGE$|NUMPAGES$))/,
  cda: /^<(?:\?xml-|!|linkHtml|renderMultiMedia|reference|observationMedia|img|script|style|link|a$)|^(?:href|src|xlink:href|xsi:schemaLocation|style|background)="/,
  hl7v2: /,RP$/,
  html: /^(?:<(?:img|script|link|iframe|object|embed|svg|video|audio|base|a|form|input|!(?!DOCTYPE$)|\?)$|(?:href|src|srcset|style|background|poster|data|ping|action|on\w+)="|^http-equiv="refresh|url\(|@import)/,
  text: /\u0000/,
  pdf: /^\/(?:URI|GoToR|GoToE|Launch|SubmitForm|ImportData|JavaScript|JS|EmbeddedFile|EmbeddedFiles|OpenAction|AA|Annots|Movie|Sound|Rendition|RichMedia|FS|Image)$/,
}

describe.each(Object.keys(structures) as (keyof typeof structures)[])('%s', (format) => {
  test.each(cases)('R4 narrative.html#security: %s is text, or nothing', async (_, text) => {
    for (const own of [exampleExport(), exampleRecalledExport()]) {
      const { bytes } = await renderFormat(format, planted(text, own))

      const parts = structures[format](Buffer.from(bytes).toString('latin1'))
      expect(parts.length).toBeGreaterThan(10)
      expect(parts.filter((part) => fetching[format].test(part))).toEqual([])
    }
  })
})

test.each(cases)('ISO 16684-1: %s in a title stays in its element of the XMP packet', async (_, text) => {
  const { bytes } = await renderFormat('pdf', planted(text, exampleExport()))
  const [packet = ''] = /<x:xmpmeta[\s\S]*<\/x:xmpmeta>/.exec(Buffer.from(bytes).toString('utf8')) ?? []

  expect(packet.match(/<[\w:]+/g)).toEqual(expect.arrayContaining(['<dc:title', '<dc:creator', '<dc:description']))
  // Title, creator and description, and two of the description of PDF/UA's schema.
  expect(packet.match(/<rdf:li\b/g)).toHaveLength(5)
  expect(packet).not.toMatch(/<(?:xmp:BaseURL|img|\?xml-stylesheet|!DOCTYPE)/)
  expect(packet).not.toMatch(/&(?!(?:amp|lt|gt|quot|apos);)/)
})
