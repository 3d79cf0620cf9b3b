/** The requests that are measured: each for what is hidden, and for an id that nobody has. */
import { randomUUID } from 'node:crypto'
import { developmentTenants } from '../../src/core/caller.ts'
import { newId } from '../../src/core/ids.ts'
import type { BoundaryWorld } from './world.ts'

export type Asked = {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly status: number
}

type Kind = 'hidden' | 'absent' | 'control'
export type BoundaryRow = { readonly name: string; readonly ask: (kind: Kind) => Asked }

const system = 'http://ns.example.org/numbers'

// biome-ignore format: one row a line
const requests = [
  { name: 'read', method: 'GET', path: '/fhir/R4/Observation/{Observation}', status: 404 },
  { name: 'read of what refers to it', method: 'GET', path: '/fhir/R4/List/{List}', status: 404 },
  { name: 'history', method: 'GET', path: '/fhir/R4/Observation/{Observation}/_history', status: 404 },
  { name: 'vread', method: 'GET', path: '/fhir/R4/Observation/{Observation}/_history/1', status: 404 },
  { name: '$everything', method: 'GET', path: '/fhir/R4/Patient/{Patient}/$everything', status: 404 },
  { name: 'search by id', method: 'GET', path: '/fhir/R4/Observation?_id={Observation}', status: 200 },
  { name: 'search by patient', method: 'GET', path: '/fhir/R4/Observation?patient={Patient}', status: 200 },
  { name: 'search by identifier', method: 'GET', path: `/fhir/R4/Patient?identifier=${system}|{mrn}`, status: 200 },
  { name: 'search by item', method: 'GET', path: '/fhir/R4/List?item=Observation/{Observation}', status: 200 },
  { name: 'chain', method: 'GET', path: `/fhir/R4/Observation?patient.identifier=${system}|{mrn}`, status: 200 },
] as const

const ofHub = { name: '/v1 read', method: 'GET', path: '/v1/encounters/{encounterId}', status: 404 } as const

export const boundaryRows = ({ base, tokens, hidden }: BoundaryWorld): readonly BoundaryRow[] =>
  (['patient', 'denied', 'tenant'] as const).flatMap((reason) =>
    [...requests, ...(reason === 'patient' ? [] : [ofHub])].map(({ name, method, path, status }) => ({
      name: `${reason}: ${name}`,
      ask: (kind) => ({
        method,
        status,
        url: `${base}${path.replaceAll(/\{(\w+)\}/g, (_, of: string) => (kind === 'hidden' ? (hidden[of] ?? '') : newId()))}`,
        headers: {
          authorization: `Bearer ${tokens[reason]}`,
          'x-request-id': randomUUID(),
          ...(path.startsWith('/v1')
            ? { 'x-tenant-id': developmentTenants[reason === 'tenant' ? 0 : 1], 'x-spoke-id': 'connect' }
            : {}),
        },
      }),
    })),
  )
