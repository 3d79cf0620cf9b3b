/** Profiles that a package declares for all resources of a type. R4 implementationguide.html, ImplementationGuide.global. */
import { expect, test } from '@jest/globals'
import { packageOf, profile, validateToJson, write } from './validating.ts'

/** AU Core has no profile of this type. */
const basic = { resourceType: 'Basic', id: 'a', code: { text: 'a' } }
const ofBasic = {
  ...profile,
  ...{ type: 'Basic', baseDefinition: 'http://hl7.org/fhir/StructureDefinition/Basic' },
  differential: { element: [{ id: 'Basic.created', path: 'Basic.created', min: 1 }] },
}

const packed = write(
  'global.tgz',
  packageOf(
    ['package.json', { name: 'banksia.test.global', version: '1.0.0', fhirVersions: ['4.0.1'] }],
    ['p.json', ofBasic],
    [
      'ImplementationGuide-global.json',
      {
        resourceType: 'ImplementationGuide',
        global: [
          { type: 'Basic', profile: ofBasic.url },
          { type: 'Observation', profile: 'http://banksia.test/fhir/StructureDefinition/nowhere' },
        ],
      },
    ],
  ),
)
const without = write('without.json', basic)
const created = write('created.json', { ...basic, created: '2026-11-21' })
const held = write('held.json', {
  ...{ resourceType: 'Observation', status: 'final', code: { text: 'weight' } },
  ...{ focus: [{ reference: '#a' }], contained: [basic] },
})

const judge = async (...args: readonly string[]) =>
  (await validateToJson(...args, without, created, held)).results.map(({ valid, outcome }) => ({
    valid,
    told: JSON.stringify(outcome),
  }))

test('a package holds every resource of the type to its profile, also a contained one; an unknown profile is a warning', async () => {
  const [first, second, third] = await judge('--package', packed)

  expect([first?.valid, second?.valid, third?.valid]).toEqual([false, true, false])
  expect(first?.told).toContain('Basic')
  expect(third?.told).toContain('Observation.contained[0]')
  expect(third?.told).toMatch(/"severity":"warning"[^}]*(?:}[^}]*)*profile/)
})

test('without the package, or with `--profile none`, nothing holds them to it', async () => {
  const alone = await judge()
  const none = await judge('--package', packed, '--profile', 'none')

  expect([alone, none].map((all) => all.map(({ valid }) => valid))).toEqual([
    [true, true, true],
    [true, true, true],
  ])
})
