/** A masked document shows where values are, and no letter or digit of one. D221. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import type { DocumentFormat } from '../../../src/documents/formats.ts'
import { maskContent } from '../../../src/exports/mask/mask-content.ts'

const fixtures = join(import.meta.dirname, '../../fixtures')
const read = (format: string): readonly Buffer[] =>
  readdirSync(join(fixtures, format)).map((name) => readFileSync(join(fixtures, format, name)))

const mask = (text: string, format: DocumentFormat = 'hl7v2') => maskContent(Buffer.from(text), format)
const word = /[\p{L}\p{N}]/u

describe('HL7 v2', () => {
  const line = 'MSH|^~\\&|APP|FAC^1.2.3&x|||20260314112000+0800||ADT^A08^ADT_A01|4711|P|2.4'

  test('D221: segments, fields, repetitions and components stay where they are', () => {
    const masked = mask(
      `${line}\rPID|1||4711^^^SBH^MR~8003608833357361^^^AUSHIC^NI||Wattlebird^Maeve^J||19610501|F|""\r`,
    )

    expect(masked.split('\n')).toEqual([
      'MSH|^~\\&|**|**^**&*|||***||**^**^**|**|*|**',
      'PID|*||**^^^**^**~***^^^**^**||***^**^*||**|*|""',
    ])
  })

  test('D221: a message of each fixture keeps nothing but names of segments', () => {
    for (const bytes of read('hl7v2')) {
      const masked = maskContent(bytes, 'hl7v2')
      const lines = masked.split('\n')

      expect(lines.map((own) => own.slice(0, 3)).slice(0, 2)).toEqual(['MSH', 'PID'])
      expect(lines.map((own) => own.slice(3)).filter((own) => word.test(own))).toEqual([])
    }
  })

  const hostile = [
    ['a name as a segment of the sender', `${line}\rZOE|Wattlebird\r`],
    ['a name as a segment', `${line}\rLEE|1\r`],
    ['a line that is no segment', `${line}\rPID|1\rWattlebird lives here\r`],
    ['line feeds', `${line}\nPID|1||4711\nWattlebird\n`],
    ['letters in Latin-1 and UTF-8', `${line}\rPID|1||||Müller^Zoë\r`],
    ['an escape', `${line}\rNTE|1||Wattlebird\\.br\\was\\F\\here\r`],
    ['another delimiter', `${line.replaceAll('|', '!')}\rPID!1!!4711!!Wattlebird\r`],
    ['a frame', `\x0b${line}\rPID|1||||Wattlebird\r\x1c\r`],
  ] as const

  test.each(hostile)('D221: %s shows no value', (_what, text) => {
    const rest = mask(text).replace(/^(MSH|PID|NTE|Z(?=\*\*))/gm, '')

    expect(rest).not.toMatch(word)
    expect(rest.length).toBeGreaterThan(4)
  })

  const none = [
    'Wattlebird',
    'MSHA^~\\&AWattlebirdA4711',
    'MSH|Maeve|Wattlebird',
    'MSH|||4711',
    'MSH||^~\\&|4711',
    'PID|1',
    '',
    'MSH',
  ]

  test.each(none)('D221: of what is no message (%j) nothing is shown', (text) => {
    expect(mask(text)).toBe('****')
  })

  test('D221: a message of 30 MB is masked as far as it is shown', () => {
    const masked = mask(`${line}\rOBX|1|ED|||${'QUJD'.repeat(8_000_000)}\rOBX|2|ST|||Wattlebird\r`)

    expect(masked.split('\n')[1]).toBe('OBX|*|**|||****')
  })
})

describe('FHIR', () => {
  test('D221: members and types of resources stay, and no value does', () => {
    for (const bytes of read('bundle')) {
      const masked = maskContent(bytes, 'bundle')
      const values = masked.match(/(?<=: |^ *)"[^"]*"(?=,?$)/gm) ?? []
      const named = [...masked.matchAll(/"resourceType": "(\w+)"/g)].map(([, type]) => type)

      expect(named).toEqual(expect.arrayContaining(['Bundle', 'Composition', 'Patient']))
      expect(values.filter((value) => word.test(value)).filter((value) => !named.includes(JSON.parse(value)))).toEqual(
        [],
      )
      expect(masked).not.toMatch(/: (?:true|false|-?\d)/)
    }
  })

  test('D221: a name that is no element is masked, and so is a type that is none', () => {
    const masked = mask('{"resourceType":"Wattlebird","Maeve 4711":true,"active":true,"n":[1.50,null]}', 'bundle')

    expect(JSON.parse(masked)).toEqual({ resourceType: '***', '***': '**', active: '**', n: ['**', null] })
  })

  test.each(['Wattlebird', '{"a":', '"Maeve"x'])('D221: of what is no JSON (%j) nothing is shown', (text) => {
    expect(mask(text, 'bundle')).toBe('****')
  })
})

describe('CDA', () => {
  test('D221: elements and attributes keep their names, and no value stays', () => {
    for (const bytes of read('cda')) {
      const masked = maskContent(bytes, 'cda')
      const rest = masked.replace(/<\/?[\w:.-]+|\s[\w:.-]+=(?=")/g, '')

      expect(masked).toContain('<recordTarget')
      expect(rest).not.toMatch(word)
    }
  })

  const hostile = [
    '<a b="x > Wattlebird">Wattlebird</a>',
    '<a b=\'Wattlebird\' c = "4711"/>',
    '<a>x<![CDATA[<Wattlebird/>]]></a>',
    '<a><!-- Wattlebird --><?maeve Wattlebird?></a>',
    '<a Wattlebird>Maeve</a>',
    '<!DOCTYPE a [<!ENTITY maeve "Wattlebird">]><a>&maeve;</a>',
    '<a>1 < 2 Wattlebird</a>',
    'Wattlebird <a/>',
  ]

  test.each(hostile)('D221: %s shows no value', (text) => {
    expect(mask(text, 'cda')).not.toMatch(/Wattlebird|Maeve|maeve|4711|x/)
  })
})

test('D221: of a page, a text or a package nothing is shown', () => {
  for (const format of ['pdf', 'rtf', 'html', 'text'] as const) expect(mask('Wattlebird 4711', format)).toBe('****')
  expect(mask('PK\u0003\u0004 Wattlebird', 'cda')).toBe('****')
})
