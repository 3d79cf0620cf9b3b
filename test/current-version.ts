/** The precondition of a change, as a client that has just read the thing would send it: by the route's row, from the rows of the database. */
import type pg from 'pg'
import { compileRoutes } from '../src/http/match-path.ts'
import { hubRoutes } from '../src/hub/routes.ts'

type Headers = Readonly<Record<string, string>>
type Named = Readonly<Record<string, string>>

const match = compileRoutes(hubRoutes(1))

const resource = (type: string, name: string) => ({
  text: `select version from resource r join tenant t on t.number = r.tenant where t.id = $1 and space = 'hub' and type = '${type}' and r.id = $2 and not deleted`,
  name,
})

// biome-ignore format: one row a line
const places = [
  { path: /^\/v1\/platform\/config\//,  text: 'select coalesce(max(c.version), 1) as version from tenant t left join platform_config c on c.tenant = t.number and c.spoke = $2 where t.id = $1', name: 'spokeId' },
  { path: /^\/v1\/audio\/sessions\//,   text: 'select s.version from audio_session s join tenant t on t.number = s.tenant where t.id = $1 and s.id = $2', name: 'sessionId' },
  { path: /\/versions\//,               ...resource('TemplateVersion', 'versionId') },
  { path: /\/artifact-schemas$/,        ...resource('ArtifactSchema', 'templateId') },
  { path: /\/validation-policy$/,       ...resource('ValidationPolicy', 'templateId') },
  { path: /\/style$/,                   ...resource('TemplateStyle', 'templateId') },
  { path: /\/diarisation$/,             ...resource('Diarisation', 'transcriptId') },
  { path: /^\/v1\/encounters\//,        ...resource('Encounter', 'encounterId') },
  { path: /^\/v1\/artifacts\//,         ...resource('Artifact', 'artifactId') },
  { path: /^\/v1\/consents\//,          ...resource('Consent', 'consentId') },
  { path: /^\/v1\/shares\//,            ...resource('Share', 'shareId') },
  { path: /^\/v1\/channels\//,          ...resource('Channel', 'channelId') },
  { path: /^\/v1\/alerts\//,            ...resource('Alert', 'alertId') },
  { path: /^\/v1\/mapping-tables\//,  ...resource('MappingTable', 'mappingTableId') },
  { path: /^\/v1\/senders\//,           ...resource('Sender', 'senderId') },
  { path: /^\/v1\/platform\/signatures/, ...resource('Signature', 'practitionerRoleId') },
  // Kept under the tenant's own identifier.
  { path: /^\/v1\/platform\/appearance/, text: resource('Appearance', '').text.replace('r.id = $2', '($2::text is null and r.id = t.id::text)'), name: '' },
]

/** A thing that does not exist gets the version 1 that it might have had: the answer then depends on the rest of the request. */
export async function readPrecondition(
  pool: pg.Pool,
  { tenant, method, path }: { readonly tenant: string; readonly method: string; readonly path: string },
): Promise<Headers> {
  const found = findMatch(method, path)
  const { precondition } = found?.route ?? {}
  if (found === undefined || typeof precondition !== 'string') return {}
  const place = places.find((row) => row.path.test(found.route.path))
  if (place === undefined) throw new TypeError(`no version is known for ${method} ${found.route.path}`)
  const { rows } = await pool.query<{ version: number }>(place.text, [tenant, (found.params as Named)[place.name]])
  const version = rows[0]?.version
  if (version === undefined && precondition === 'version-or-new') return { 'if-none-match': '*' }
  return { 'if-match': `W/"${version ?? 1}"` }
}

type Read = (path: string) => Promise<{ readonly headers: { readonly get: (name: string) => string | null } }>

/** The same by reading it through the API: for a server whose database nobody else opens. */
export async function askPrecondition(read: Read, method: string, path: string): Promise<Headers> {
  const { precondition } = findMatch(method, path)?.route ?? {}
  if (typeof precondition !== 'string') return {}
  const etag = (await read(path.replace(/:\w+$/, ''))).headers.get('etag')
  if (etag === null && precondition === 'version-or-new') return { 'if-none-match': '*' }
  return { 'if-match': etag ?? 'W/"1"' }
}

function findMatch(method: string, path: string) {
  try {
    return match(method, path.replace(/\?.*$/, ''))
  } catch {
    return undefined
  }
}
