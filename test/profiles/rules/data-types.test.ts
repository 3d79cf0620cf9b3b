/** Data types; org.hl7.fhir.validation 6.6.7 refuses the refused values for the same reason, as measured. */
import { expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/core/json.ts'
import { isUcumCode } from '../../../src/profiles/rules/ucum.ts'
import { listFindings } from '../validator/profile-builder.ts'

const words = (text: string): string[] => text.split(' ')

// biome-ignore format: a list
const units = words(
  "mg kg mm[Hg] /min {beats}/min mg/dL mmol/L Mg kG % 1 10*3/uL 10^3/uL [degF] Cel cm kg/m2 mL/min/{1.73_m2} {score} [iU]/L U/L h d wk mo a min s ug mg//dL (mg) (mg/dL) mg.dL m2 m-2 m+2 {} dag dam MG [in_i] [lb_av] kPa bar mbar KiBy By bit 10* 10*-3 10*+3 10^-3 2 2.5 12.mg mg2 mg0 mg-1 mg.m-2.d-1 [arb'U] dB B[SPL] Np [pH] pH [ppm] mol umol osm mosm/kg eq meq mm l L dl dL ml [CFU] u U kat Hz J cal [Cal] kcal W V Ohm deg ' '' rad sr gon lm lx Bq Gy Sv Ci R REM RAD m[iU]/mL [drp] [tsp_us] [oz_av] [ft_i] [mi_i] [gal_us] [yd_i] [stone_av] a_j mo_j {tbl} {tablet} mg/{tablet} {a}{b} mg{a}{b} mg{a}/L{b} [GPL'U]/mL mm[H2O] m[H2O] cm[H2O] %{vol} g% mg% /[HPF] /[LPF] {#}/[HPF] [HPF] /uL /L /mL 10*9/L 10*12/L 10*6.[iU] [diop] [mesh_i] fL pg ng/mL pmol/L nmol/L ug/L ug/(24.h) ug/24.h mg/(kg.d) mg/kg/d mL/min/1.73.m2 m/s2 [g] g G gf [lbf_av] dyn N erg Pa T H F Wb S st ar har t AU pc [c] [eps_0] [m_e] [ly] eV K cd C mho P St atm att [PFU]/mL [anti'Xa'U] kU/L mU/L uU/mL [FEU] ng{FEU}/mL [Amb'a'1'U] [TCID_50] [CCID_50] [S] [Lf] [hp'_X] [Btu] [HP] tex [den] [psi] [Ch] [MET] [degR] [car_Au] [kn_i]",
)
const others = words(
  "foo tablet mEq/L mcg µg mg/ / mg{a mg} k da kkg k[lb_av] mm[hg] Ki 2mg ppm [pfu] [U] wk/ per cells/uL ug/24h mL/(min.1.73m2) mL/min/1.73m2 m[arb'U]/mL [EID] Torr [CAE'U] () (mg mg) mg..dL .mg",
)

test('R4 valueset-ucum-units.html: codes of UCUM, and what is none', () => {
  expect([...units, '{a b}'].filter((code) => !isUcumCode(code))).toEqual([])
  expect([...others, '', ' mg', 'mg ', 'mg dL'].filter(isUcumCode)).toEqual([])
})

test('R4 valueset-ucum-units.html: a hostile code ends', () => {
  expect(isUcumCode('('.repeat(100_000))).toBe(false)
  expect(isUcumCode(`${'mg.'.repeat(60)}mg`)).toBe(true)
})

const ucum = 'http://unitsofmeasure.org'
const uris = 'urn:ietf:rfc:3986'
const uuid = 'c757873d-ec9a-4326-a141-556f43239520'
const text: JsonObject = { contentType: 'text/plain', data: 'YWJj' }

// biome-ignore format: one row a case
test.each<[name: string, type: string, value: JsonObject, ...found: string[]]>([
  ['a unit', 'Quantity', { value: 1, system: ucum, code: 'mg/dL' }],
  ['no unit of UCUM', 'Quantity', { value: 1, system: ucum, code: 'foo' }, 'unit-code code'],
  ['a unit of another system', 'Quantity', { value: 1, system: 'http://x.y', code: 'foo' }],
  ['no unit of UCUM as a coding', 'Coding', { system: ucum, code: 'foo' }, 'unit-code code'],
  ['no unit of an age', 'Age', { value: 1, system: ucum, code: 'foo' }, 'unit-code code'],
  ...['http://x.y', 'urn:x', 'urn:oid:1.2.3.4'].map((system): [string, string, JsonObject] => [`the system ${system}`, 'Identifier', { system, value: 'x' }]),
  ...['x', '/x', '#x', 'Patient/1', 'mailto:a@b', 'foo:bar'].map((system): [string, string, JsonObject, string] => [`the system ${system}`, 'Identifier', { system, value: 'x' }, 'system-relative system']),
  ...[`urn:uuid:${uuid}`, 'http://x.y', 'foo:bar', 'urn:x', 'http:', 'mailto:a'].map((value): [string, string, JsonObject] => [`the URI ${value}`, 'Identifier', { system: uris, value }]),
  ...['x', uuid, '1.2.3.4', 'x y'].map((value): [string, string, JsonObject, string] => [`the URI ${value}`, 'Identifier', { system: uris, value }, 'identifier-uri value']),
  ['a UUID of its own system', 'Identifier', { system: 'https://tools.ietf.org/html/rfc4122', value: uuid }],
  ['a word of the system of UUIDs', 'Identifier', { system: 'https://tools.ietf.org/html/rfc4122', value: 'x' }, 'identifier-uuid-system system'],
  ...['http://x.y', 'urn:x', 'http://terminology.hl7.org/CodeSystem/unheard-of', 'http://hl7.org/fhir/sid/icd-10-am'].map((system): [string, string, JsonObject] => [`the code system ${system}`, 'Coding', { system, code: 'x' }]),
  ...['x', '/x', '#x', 'Patient/1', 'foo:bar'].map((system): [string, string, JsonObject, string] => [`the code system ${system}`, 'Coding', { system, code: 'x' }, 'system-relative system']),
  ['a value set as code system', 'Coding', { system: 'http://hl7.org/fhir/ValueSet/administrative-gender', code: 'male' }, 'system-value-set system'],
  ['a code system of FHIR', 'Coding', { system: 'http://hl7.org/fhir/administrative-gender', code: 'male' }],
  ['no code system of FHIR', 'Coding', { system: 'http://hl7.org/fhir/unheard-of', code: 'male' }, 'warning system-unknown system'],
  ['a code without a system', 'Coding', { code: 'male' }, 'warning code-without-system'],
  ['a display alone', 'Coding', { display: 'male' }],
  ['a size', 'Attachment', { ...text, size: 3 }],
  ['a wrong size', 'Attachment', { ...text, size: 5 }, 'attachment-size size'],
  ['a hash', 'Attachment', { ...text, hash: 'qZk+NkcGgWq6PiVxeFDCbJzQ2J0=' }],
  ['a wrong hash', 'Attachment', { ...text, hash: 'YWJj' }, 'attachment-hash hash'],
  ['the size of what is elsewhere', 'Attachment', { contentType: 'text/plain', url: 'http://x.y', size: 3 }],
  ['a title alone', 'Attachment', { title: 'x' }, 'warning attachment-empty'],
  ['a reference by name', 'Reference', { display: 'x' }],
  ['a reference to nothing', 'Reference', { type: 'Patient' }, 'warning reference-empty'],
])('R4 datatypes.html: %s', (_name, type, value, ...expected) => {
  const found = listFindings({ resourceType: 'Parameters', parameter: [{ name: 'x', [`value${type}`]: value }] })
  const own = found.filter((one) => /\b(?:unit|system|identifier|code-without|attachment|reference-empty)/.test(one))

  expect(own.map((one) => one.replace(new RegExp(`\\.? ?Parameters\\.parameter\\[0\\]\\.value${type}\\.?`), ' ').trim())).toEqual(expected)
})
