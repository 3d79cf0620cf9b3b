/** Everything by which a Consent may name the caller: person, roles, organisations, teams. D56, D66. */
import type { CareTeam, Group, Identifier, Organization, PractitionerRole, Resource } from '@medplum/fhirtypes'
import { type Caller, clinicalRoles, hasRole, namedBy, type Role } from '../../core/caller.ts'
import type { OwnAddresses } from '../../fhir/own-addresses.ts'
import { findLocalTarget } from '../../fhir/reference.ts'
import { findPractitioner, findResource, type Looking, listRoles } from '../practitioner/practitioner-roles.ts'
import { mayHavePrograms } from './program-owners.ts'

/** The parts of a caller that a Consent may name. */
export type Named = Pick<Caller, 'issuer' | 'client' | 'roles' | 'fhirUser' | 'person' | 'breakGlass'>

export type Asker = {
  readonly isClinical: boolean
  readonly isCarer: boolean
  readonly isSystem: boolean
  /** `Type/id` of the person, the roles, the organisations, and their teams and groups. */
  readonly references: ReadonlySet<string>
  /** `Type/id` of teams and groups that may have the caller as a member; nobody can tell. */
  readonly unsure: ReadonlySet<string>
  /** `Type/id` of the teams and groups that Consents name, and of those in them: each says who the caller is or is not. */
  readonly teams: ReadonlySet<string>
  readonly identifiers: readonly Pick<Identifier, 'system' | 'value'>[]
  /** The client, and the names of practitioner and organisation. */
  readonly names: ReadonlySet<string>
  /** Our addresses, which references are read by. */
  readonly addresses: OwnAddresses
  readonly at: number
}

/** `teams`: `Type/id` of the teams and groups that Consents name. Undefined if the claims name nobody here. */
export async function readAsker(looking: Looking, caller: Named, teams: readonly string[]): Promise<Asker | undefined> {
  const own = await listOwn(looking, caller)
  if (own === undefined) return undefined
  const { addresses } = looking.tenant
  const named = namedBy(caller)
  const references = new Set([
    ...(named === undefined ? [] : [named]),
    ...own.map(({ resourceType, id }) => `${resourceType}/${id}`),
  ])
  const isSystem = hasRole(caller, ['system'])
  const looked = await lookIntoTeams(looking, teams, { references, isSystem })
  return {
    isClinical: hasRole(caller, clinicalRoles),
    isCarer: hasRole(caller, ['carer']),
    isSystem,
    references: new Set([...references, ...looked.inside]),
    unsure: looked.unsure,
    teams: looked.teams,
    // The name of a program belongs to its issuer. OpenID Connect Core 1.0 section 2, RFC 9068 section 2.2.
    identifiers: [{ system: caller.issuer, value: caller.client }, ...own.flatMap(listIdentifiers)],
    names: new Set([caller.client, ...own.flatMap(listNames)]),
    addresses,
    at: Date.now(),
  }
}

/** A caller with one of these roles is a person, whatever else the token says. */
const personal: readonly Role[] = [...clinicalRoles, 'carer', 'patient', 'billing']

/** For a person everything of theirs; for a program only issuer and client. */
async function listOwn(looking: Looking, caller: Named): Promise<readonly Resource[] | undefined> {
  const named = namedBy(caller)
  if (named === undefined && hasRole(caller, ['system']) && !hasRole(caller, personal))
    // A claim of releases without issuers belongs to nobody.
    return caller.issuer ? [] : undefined
  if (named?.startsWith('RelatedPerson/')) {
    const person = hasRole(caller, clinicalRoles) ? undefined : await findResource(looking, named)
    return person && [person]
  }
  const practitioner = await findPractitioner(looking, named)
  if (practitioner?.id === undefined) return undefined
  const roles = await listRoles(looking, practitioner.id)
  return [practitioner, ...roles, ...(await listOrganizations(looking, roles))]
}

const mostLevels = 10

/** Their organisations, and those that these are part of. */
async function listOrganizations(
  looking: Looking,
  roles: readonly PractitionerRole[],
): Promise<readonly Organization[]> {
  const found = new Map<string, Organization>()
  let references = roles.map(({ organization }) => organization?.reference)
  for (let level = 0; references.length > 0 && level < mostLevels; level += 1) {
    const next: (string | undefined)[] = []
    for (const reference of new Set(references)) {
      const organization = await findResource(looking, reference)
      if (organization?.resourceType !== 'Organization' || found.has(organization.id ?? '')) continue
      found.set(organization.id ?? '', organization)
      next.push(organization.partOf?.reference)
    }
    references = next.filter((reference) => reference !== undefined)
  }
  return [...found.values()]
}

type Teams = {
  readonly inside: ReadonlySet<string>
  readonly unsure: ReadonlySet<string>
  /** All teams that were read. */
  readonly teams: ReadonlySet<string>
}

type Own = Pick<Asker, 'references' | 'isSystem'>

/** A team may be a member of another. */
async function lookIntoTeams(looking: Looking, teams: readonly string[], own: Own): Promise<Teams> {
  const inside = new Set<string>()
  const unsure = new Set<string>()
  const all = new Set<string>()
  for (const team of teams) {
    const seen = new Set<string>()
    const found = await isMember(looking, { team, own, seen })
    for (const one of seen) all.add(one)
    if (found === 'yes') inside.add(team)
    if (found === 'unsure') unsure.add(team)
  }
  return { inside, unsure, teams: all }
}

type Asked = { readonly team: string; readonly own: Own; readonly seen: Set<string> }

async function isMember(looking: Looking, { team, own, seen }: Asked): Promise<'yes' | 'unsure' | 'no'> {
  if (seen.has(team)) return 'no'
  seen.add(team)
  const found = await findResource(looking, team)
  const members = found && listMembers(found)
  if (members === undefined) return 'unsure'
  let answer: 'unsure' | 'no' = 'no'
  for (const member of members) {
    const target = findLocalTarget(looking.tenant.addresses, member)
    if (target === undefined) answer = 'unsure'
    else if (own.references.has(target)) return 'yes'
    else if (own.isSystem && mayHavePrograms(typeOf(target))) answer = 'unsure'
    else if (/^(?:CareTeam|Group)\//.test(target)) {
      const nested = await isMember(looking, { team: target, own, seen })
      if (nested === 'yes') return 'yes'
      if (nested === 'unsure') answer = 'unsure'
    }
  }
  return answer
}

const typeOf = (target: string): string => target.slice(0, target.indexOf('/'))

/** Undefined if it does not list them: a group may only be described. R4 group.html. */
function listMembers(team: Resource): readonly (string | undefined)[] | undefined {
  const { resourceType } = team
  if (resourceType === 'CareTeam')
    return (team as CareTeam).participant?.map(({ member, onBehalfOf }) => member?.reference ?? onBehalfOf?.reference)
  return resourceType === 'Group' ? (team as Group).member?.map(({ entity }) => entity?.reference) : undefined
}

const listIdentifiers = (resource: Resource): readonly Identifier[] =>
  (resource as { identifier?: Identifier[] }).identifier ?? []

function listNames(resource: Resource): string[] {
  if (resource.resourceType === 'Organization') return [resource.name ?? []].flat()
  if (resource.resourceType !== 'Practitioner') return []
  return (resource.name ?? []).map(({ prefix = [], given = [], family = '' }) =>
    [...prefix, ...given, family].join(' '),
  )
}
