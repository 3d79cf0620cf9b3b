/** Checks of the resources from a server: must-support elements, references that resolve, validity, reasons for absent values. */
import { type Check, expect, Skip, skipUnless } from '../check.ts'
import { hasElement, isObject, type JsonObject, select, textOf } from '../json.ts'
import type { Server } from '../server.ts'
import { claimedBy, type Gathered, listOfProfile } from './gathered.ts'
import { type MustSupport, mustSupport, slices } from './must-support.ts'
import type { TypeRow } from './requirements.ts'
import type { Validity } from './validity.ts'

const nameOf = (profile: string): string => profile.slice(profile.lastIndexOf('/') + 1)

export function buildMustSupportChecks(row: TypeRow, gathered: Gathered): Check[] {
  return row.profiles.flatMap((profile) => {
    const supported = mustSupport.find((one) => one.profile === profile)
    return supported === undefined ? [] : [buildMustSupportCheck(row, supported, gathered)]
  })
}

function buildMustSupportCheck(row: TypeRow, supported: MustSupport, gathered: Gathered): Check {
  const name = nameOf(supported.profile)
  return {
    id: `${name}-must-support`,
    title: `${name}: every must-support element was seen`,
    requirement: {
      level: 'SHALL',
      text: 'Responders populate must-support elements where the value is known',
      source: supported.profile,
    },
    run: async () => {
      const resources = listOfProfile(gathered, row, supported.profile)
      skipUnless(resources.length > 0, `No ${row.type} of this profile was found`)
      const missing = supported.paths.filter((path) => !resources.some((resource) => isPopulated(resource, path)))
      // That an element was not seen does not tell that the server would drop it.
      if (missing.length > 0) throw new Skip(`Not seen in ${resources.length} resources: ${missing.join(', ')}`)
    },
  }
}

/** `a.b:slice`: an `a.b` that is of the slice. */
function isPopulated(resource: JsonObject, path: string): boolean {
  const [, before = '', last] = /^(.*?)(?:\.?)([^.]+:[^.]+)$/.exec(path) ?? []
  const slice = slices.find((one) => one.slice === last)
  if (slice === undefined) return hasElement(resource, path)
  const element = `${before === '' ? '' : `${before}.`}${slice.slice.split(':')[0]}`
  return select(resource, element).some((item) =>
    select(item, slice.path).some((value) => slice.is.test(String(value))),
  )
}

const maxTargets = 50

/** R4 capabilitystatement: referencePolicy `resolves`. */
export function buildReferenceCheck(row: TypeRow, gathered: Gathered): Check {
  return {
    id: `${row.type.toLowerCase()}-references`,
    title: `${row.type}: must-support references resolve`,
    requirement: { level: 'SHOULD', text: 'referencePolicy resolves', source: `AU Core responder, ${row.type}` },
    run: async (server) => {
      const found = gathered.list(row.type).flatMap((resource) => listTargets(server, resource, row))
      const targets = [...new Set(found)].slice(0, maxTargets)
      skipUnless(targets.length > 0, `No reference of a ${row.type} was found`)
      for (const target of targets) await readTarget(server, target, gathered)
    },
  }
}

/** Relative references and those to this server; contained ones and those elsewhere are no reads of it. */
function listTargets(server: Server, resource: JsonObject, row: TypeRow): string[] {
  return row.references
    .flatMap((path) => select(resource, `${path}.reference`))
    .flatMap((reference) => textOf(reference) ?? [])
    .map((reference) => (reference.startsWith(`${server.base}/`) ? reference.slice(server.base.length + 1) : reference))
    .filter((reference) => /^[A-Z][A-Za-z]+\/[A-Za-z0-9.-]+(\/_history\/[A-Za-z0-9.-]+)?$/.test(reference))
}

async function readTarget(server: Server, target: string, gathered: Gathered): Promise<void> {
  const answer = await server.ask(target)
  expect(answer.status === 200, `Status 200 for each target (it was ${answer.status})`)
  expect(isObject(answer.body) && answer.body['resourceType'] === target.split('/')[0], 'A target of the type named')
  gathered.add(answer.body)
}

/** Every resource that the server gave is valid: against the profile of its type, and what it claims itself. */
export function buildValidationChecks(row: TypeRow, gathered: Gathered, validity: Validity | undefined): Check[] {
  return row.profiles.map((profile) => ({
    id: `${nameOf(profile)}-validation`,
    title: `${nameOf(profile)}: every resource is valid`,
    requirement: { level: 'SHALL', text: 'What is returned conforms to the profile', source: profile },
    run: async () => {
      skipUnless(validity !== undefined, 'No validator was given')
      const resources = listOfProfile(gathered, row, profile)
      skipUnless(resources.length > 0, `No ${row.type} of this profile was found`)
      const faulty = (await validity.list(resources)).filter(({ errors }) => errors.length > 0)
      const places = [...new Set(faulty.flatMap(({ errors }) => errors))].slice(0, 10)
      expect(
        faulty.length === 0,
        `No error in ${resources.length} resources; ${faulty.length} have some: ${places.join('; ')}`,
      )
    },
  }))
}

export function buildMissingDataCheck(gathered: Gathered): Check {
  return {
    id: 'missing-data',
    title: 'A required element whose value is unknown says why',
    requirement: {
      level: 'SHALL',
      text: 'Unknown mandatory data are given by a data absent reason',
      source: 'AU Core 2.0.0, general requirements: missing data',
    },
    run: async () => {
      const found = gathered.listAll().some((resource) => /data-absent-reason/.test(JSON.stringify(resource)))
      if (!found) throw new Skip('No resource with a data absent reason was found')
    },
  }
}

/** AU Core profiles that something claims and this suite does not know. */
export const listUnknownClaims = (gathered: Gathered): string[] => [
  ...new Set(
    gathered
      .listAll()
      .flatMap(claimedBy)
      .filter(
        (url) =>
          url.startsWith('http://hl7.org.au/fhir/core/') &&
          !mustSupport.some((one) => one.profile === url.split('|')[0]),
      ),
  ),
]
