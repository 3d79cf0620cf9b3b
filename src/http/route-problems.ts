/** The problems that a route may answer, by its kind. docs/design/hub.md#problems. */
import { type ProblemSlug, problemCatalogue } from '../core/problem-catalogue.ts'
import { findPrecondition, hearsVersion } from './preconditions.ts'
import type { Route } from './route.ts'

type RouteKind = {
  readonly kind: string
  readonly has: (route: Route<never>) => boolean
  readonly problems: readonly ProblemSlug[]
}

const always = ['validation', 'authentication-required', 'insufficient-scope', 'role-required'] as const
const edge = [
  'tenant-forbidden',
  'tenant-unknown',
  'tenant-disabled',
  'spoke-forbidden',
  'rate-limited',
  'headers-too-large',
] as const
const body = ['request-timeout', 'payload-too-large', 'unsupported-media-type'] as const
const keyed = ['idempotency-in-progress', 'idempotency-key-reused'] as const

// biome-ignore format: one row a line
const routeKinds = [
  { kind: 'every route',               has: () => true, problems: [...always, ...edge, 'internal', 'dependency-unavailable'] },
  { kind: 'answers a body',            has: ({ response, gives }) => response !== undefined || gives !== undefined, problems: ['not-acceptable'] },
  { kind: 'can be switched off',       has: ({ feature }) => feature !== undefined, problems: ['feature-disabled'] },
  { kind: 'names something',           has: ({ path }) => path.includes('{'), problems: ['not-found'] },
  { kind: 'may have a body',           has: ({ method }) => method !== 'GET', problems: body },
  { kind: 'may have a body of JSON',   has: ({ method, takes }) => method !== 'GET' && takes === undefined, problems: ['malformed-request'] },
  { kind: 'changes something',         has: ({ method }) => method !== 'GET', problems: ['conflict'] },
  { kind: 'changes what exists',       has: (route) => findPrecondition(route) !== undefined, problems: ['precondition-required'] },
  { kind: 'compares versions',         has: hearsVersion, problems: ['precondition-failed'] },
  { kind: 'wants an idempotency key',  has: ({ idempotent }) => idempotent, problems: keyed },
] as const satisfies readonly RouteKind[]

/** In the order of the catalogue. */
export function listRouteProblems<S>(route: Route<S>): readonly ProblemSlug[] {
  const slugs = new Set<ProblemSlug>(route.problems)
  for (const { has, problems } of routeKinds as readonly RouteKind[]) {
    if (has(route)) for (const slug of problems) slugs.add(slug)
  }
  return problemCatalogue.map(({ slug }) => slug).filter((slug) => slugs.has(slug))
}
