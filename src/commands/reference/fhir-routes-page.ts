/** The interactions and operations of `/fhir/R4`, from the router's table. */

import { versionedTypes } from '../../fhir/resource-types.ts'
import { routes } from '../../fhir-server/interactions.ts'
import { code, type ReferencePage } from './reference-page.ts'

type FhirRoute = (typeof routes)[number]

const nameOf = (route: FhirRoute): string => ('name' in route ? code(`$${route.name}`) : route.code)

const typesOf = (route: FhirRoute): string =>
  !('types' in route) || route.types === versionedTypes ? '' : route.types.join(', ')

export const fhirRoutesPage: ReferencePage = {
  name: 'fhir',
  title: 'Interactions and operations of the FHIR server',
  text: [
    'Each path is below `/fhir/R4`. [docs/fhir.md](../fhir.md) calls them; `GET /fhir/R4/metadata` says which interactions and search parameters each type has, and wants no token.',
  ],
  tables: [
    {
      columns: ['Method', 'Path', 'Interaction or operation', 'Types, where not all'],
      rows: routes.map((route) => [route.method, code(`/${route.path}`), nameOf(route), typesOf(route)]),
    },
  ],
}
