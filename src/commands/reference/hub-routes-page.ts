/** The routes of `/v1`, from the router's table. */
import { roles as everyRole, type Role } from '../../core/caller.ts'
import { hubRoutes } from '../../hub/routes.ts'
import { code, type ReferencePage } from './reference-page.ts'

const describeRoles = (roles: readonly Role[]): string =>
  roles.length === everyRole.length ? 'every role' : roles.join(', ')

export const hubRoutesPage: ReferencePage = {
  name: 'routes',
  title: 'Routes of the Hub',
  text: [
    'Each route wants `Authorization`, `X-Tenant-Id`, `X-Spoke-Id` and `X-Request-Id`. A route that changes something also wants `X-Idempotency-Key`. [docs/hub.md](../hub.md) calls them one after the other; `/docs/api` of a running server and `GET /v1/openapi.json` (OpenAPI 3.1) have their parameters, bodies, answers and problems.',
    'Without a token: `/v1/openapi.json`, `/docs`, `/docs/api`, `/livez`, `/readyz`, `/metrics`, `/problems/{slug}`.',
  ],
  tables: [
    {
      columns: ['Method', 'Path', 'Does', 'Roles'],
      // The limit of a body changes no path.
      rows: hubRoutes(1).map(({ method, path, summary = '', roles }) => [
        method,
        code(path),
        summary,
        describeRoles(roles),
      ]),
    },
  ],
}
