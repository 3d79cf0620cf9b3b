/** The CSV file of a mapping table: its rows are read, and its faults are refused with their lines. docs/channels.md#mapping-tables; RFC 4180. */
import { expect, test } from '@jest/globals'
import { parseMappingFile, renderMappingFile } from '../../../src/domain/mapping/mapping-file.ts'

const header = 'source_system,source_code,target_system,target_code,target_display'
const snomed = 'http://snomed.info/sct'
const icd = 'http://hl7.org/fhir/sid/icd-10-am'
const row = (code: string, more = 'J45.9,Asthma') => `${snomed},${code},${icd},${more}`

const parse = (...lines: readonly string[]) => parseMappingFile('table.csv', Buffer.from(lines.join('\n')))

test('docs/channels.md#mapping-tables: rows are read with a byte order mark, CRLF, quotes, empty lines, and columns in another order', () => {
  const text = [
    '\uFEFFtarget_code,target_system,source_code,source_system,target_display',
    `J45.9,${icd},195967001,${snomed},"Asthma, ""unspecified"""`,
    '',
    `R69,${icd},*,${snomed},`,
  ].join('\r\n')

  expect(parseMappingFile('table.csv', Buffer.from(text))).toEqual({
    faults: [],
    rows: [
      {
        source: { system: snomed, code: '195967001' },
        target: { system: icd, code: 'J45.9', display: 'Asthma, "unspecified"' },
      },
      { source: { system: snomed, code: '*' }, target: { system: icd, code: 'R69' } },
    ],
  })
})

// biome-ignore format: one row a line
test.each([
  { what: 'nothing',                lines: [''],                                       fault: 'table.csv:1: is empty' },
  { what: 'a header alone',         lines: [header],                                   fault: 'table.csv:1: has no rows' },
  { what: 'a missing column',       lines: ['source_system,source_code', 'a,b'],       fault: 'table.csv:1: has no column target_system, target_code' },
  { what: 'an unknown column',      lines: [`${header},note`, row('a')],               fault: 'table.csv:1: has a column that is none of source_system, source_code, target_system, target_code, target_display' },
  { what: 'a column twice',         lines: [`${header},target_code`, row('a')],        fault: 'table.csv:1: has a column twice' },
  { what: 'too few cells',          lines: [header, row('a'), `${snomed},b`],          fault: 'table.csv:3: has 2 cells, and the header has 5' },
  { what: 'a source code twice',    lines: [header, row('a'), row('b'), row('a')],     fault: 'table.csv:4: source_code is in line 2 already' },
  { what: 'a formula',              lines: [header, row('a', '"=HYPERLINK(""x"")",x')], fault: 'table.csv:2: target_code looks like a formula' },
  { what: 'a formula with a sign',  lines: [header, row('a', 'A,"+cmd|\' /C calc\'!A0"')], fault: 'table.csv:2: target_display looks like a formula' },
  { what: 'a system that is none',  lines: [header, `SNOMED,a,${icd},A,`],             fault: 'table.csv:2: source_system is no URI' },
  { what: 'a system with NUL',      lines: [header, `urn:x\u0000y,a,${icd},A,`],        fault: 'table.csv:2: source_system is no URI' },
  { what: 'an empty target',        lines: [header, row('a', ',')],                    fault: 'table.csv:2: target_code is no code' },
  { what: 'the default as target',  lines: [header, row('a', '*,x')],                  fault: 'table.csv:2: target_code is no code' },
  { what: 'a code with a line end', lines: [header, row('"a\nb"')],                    fault: 'table.csv:3: source_code is no code' },
  { what: 'spaces around a code',   lines: [header, row(' a')],                        fault: 'table.csv:2: source_code is no code' },
  { what: 'a code with an invisible character', lines: [header, row('a\u200b')],        fault: 'table.csv:2: source_code is no code' },
  { what: 'a system with an invisible character', lines: [header, `${snomed}\u2060,a,${icd},A,`], fault: 'table.csv:2: source_system is no URI' },
  { what: 'words that run backwards', lines: [header, row('a', 'A,Type \u202e2 diabetes')], fault: 'table.csv:2: target_display has spaces around it, or is no plain text' },
  { what: 'a quote that is open',   lines: [header, row('a'), row('"b')],              fault: 'table.csv:3: has a quote in the wrong place, or a row that is too long' },
])('docs/channels.md#mapping-tables: $what is refused with its line, and no cell is repeated', ({ lines, fault }) => {
  expect(parse(...lines)).toEqual({ rows: [], faults: [fault] })
})

test('docs/channels.md#mapping-tables: a file that is not UTF-8 is refused', () => {
  expect(parseMappingFile('table.csv', Buffer.from([0xff, 0xfe, 0x41])).faults).toEqual(['table.csv: is not UTF-8'])
})

test('docs/channels.md#mapping-tables: no more than twenty faults are reported', () => {
  const lines = Array.from({ length: 100 }, () => 'a,b')

  expect(parse(header, ...lines).faults).toHaveLength(21)
})

test('docs/channels.md#mapping-tables: a written file can be read again', () => {
  const { rows } = parse(header, row('a', '"J45,9","Asthma, ""bad"""'), row('+', '-1,'), row('b'))

  expect(parseMappingFile('table.csv', Buffer.from(renderMappingFile(rows)))).toEqual({ rows, faults: [] })
})
