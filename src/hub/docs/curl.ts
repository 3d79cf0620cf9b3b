/** An operation as a command to run: with its headers and the example of its body. */
import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '../../core/json.ts'

type Operation = { readonly method: string; readonly path: string; readonly facts: JsonObject }

const objectOf = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {})

/** The headers of all operations by the name of their parameter; values are shell variables. */
const headers: Readonly<Record<string, string>> = {
  TenantId: 'X-Tenant-Id: $TENANT',
  SpokeId: 'X-Spoke-Id: $SPOKE',
  RequestId: 'X-Request-Id: $(uuidgen)',
  IdempotencyKey: 'X-Idempotency-Key: $(uuidgen)',
  version: 'If-Match: $ETAG',
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The reader sets `$TOKEN` and other capitals, and the names in the path. */
export function renderCurl({ method, path, facts }: Operation, document: JsonObject): string {
  const parameters = (Array.isArray(facts['parameters']) ? facts['parameters'] : []).filter(isJsonObject)
  const named = parameters.flatMap(({ $ref }) => (typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? []) : []))
  // An optional version is left out.
  const wanted = named.flatMap((name) => headers[name.startsWith('IfMatch.') ? 'version' : name] ?? [])
  const [server] = Array.isArray(document['servers']) ? document['servers'] : []
  const address = `${String(objectOf(server)['url'] ?? '')}${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `\${${variableOf(name)}}`)}`
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${address}"`,
    '-H "Authorization: Bearer $TOKEN"',
    ...wanted.map((header) => `-H "${header}"`),
    ...bodyOf(facts, document),
  ]
  return lines.join(' \\\n  ')
}

/** `artifactId` as `ARTIFACT_ID`. */
const variableOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

function bodyOf(facts: JsonObject, document: JsonObject): readonly string[] {
  const [[mediaType, content] = []] = Object.entries(objectOf(objectOf(facts['requestBody'])['content']))
  if (mediaType === undefined) return []
  const type = `-H "Content-Type: ${mediaType}"`
  if (mediaType !== 'application/json') return [type, '--data-binary @FILE']
  const schema = objectOf(objectOf(content)['schema'])
  const { $ref } = schema
  const name = typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? '') : ''
  const described = name === '' ? schema : objectOf(objectOf(objectOf(document['components'])['schemas'])[name])
  const examples = described['examples']
  const example = Array.isArray(examples) ? examples[0] : described['example']
  return [type, `-d ${quote(stringifyJson(example ?? {}))}`]
}
