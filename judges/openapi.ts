/** Schemathesis over our OpenAPI document and a development server, as each role: `npm run judge:openapi [-- examples]`. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { developmentTenants, type Role, roles } from '../src/core/caller.ts'
import startTestServer from '../test/global-setup.ts'
import { createSite, type RunningServer, startRunning } from '../test/running-server.ts'
import { findIds } from './openapi-ids.ts'

const release = 'schemathesis==4.32.5'
const [examples = '20'] = process.argv.slice(2)

/** Who may change the templates and what is switched off comes last. */
const order = [...roles.filter((role) => role !== 'operator'), 'operator'] as const

/** Each looks at every answer. */
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'negative_data_rejection',
  'missing_required_header',
  'ignored_auth',
  'unsupported_method',
  'allow_header_conformance',
]

type Operation = {
  readonly operationId: string
  readonly 'x-roles': readonly string[]
  readonly responses: Readonly<Record<string, { readonly content?: object }>>
}
type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }

/** A stream does not end, so that nobody could judge it. */
const ends = ({ responses }: Operation): boolean =>
  !Object.values(responses).some(({ content = {} }) => 'text/event-stream' in content)

const listOperations = ({ paths }: Document, role: Role): readonly string[] =>
  Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter((operation) => operation['x-roles'].includes(role) && ends(operation))
    .map(({ operationId }) => operationId)

type Report = {
  readonly operations: { readonly tested: number }
  readonly test_cases: { readonly generated: number }
  readonly failures: readonly { readonly title: string; readonly operations: readonly unknown[] }[]
  readonly errors: readonly unknown[]
}

type Judging = { readonly server: RunningServer; readonly program: string; readonly folder: string }

async function judgeRole({ server, program, folder }: Judging, role: Role): Promise<boolean> {
  const document = (await (await fetch(`${server.base}/v1/openapi.json`)).json()) as Document
  const ids = await findIds(server.call, role)
  const settings = [
    'continue-on-failure = true',
    `headers = { Authorization = "Bearer ${await server.token({ role })}" }`,
    '[parameters]',
    `"header.X-Tenant-Id" = "${developmentTenants[0]}"`,
    '"header.X-Spoke-Id" = "connect"',
    ...Object.entries(ids).map(([name, id]) => `"path.${name}" = "${id}"`),
  ]
  const files = { settings: join(folder, `${role}.toml`), report: join(folder, `${role}.json`) }
  await writeFile(files.settings, settings.join('\n'))
  const child = spawn(
    program,
    [
      ...['--config-file', files.settings, 'run', `${server.base}/v1/openapi.json`, '--no-color'],
      ...['--checks', checks.join(','), '--phases', 'examples,coverage,fuzzing', '-n', examples],
      ...['--suppress-health-check', 'all', '--generation-database', 'none'],
      ...['--report', 'json', '--report-json-path', files.report],
      ...listOperations(document, role).flatMap((id) => ['--include-operation-id', id]),
    ],
    { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const lines: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => lines.push(chunk))
  await once(child, 'close')
  const { operations, test_cases, failures, errors } = JSON.parse(await readFile(files.report, 'utf8')) as Report
  const found = failures.length + errors.length
  process.stdout.write(
    `${role.padEnd(18)}${String(operations.tested).padStart(4)} operations ${String(test_cases.generated).padStart(6)} cases ${String(found).padStart(4)} findings\n`,
  )
  if (found > 0)
    process.stdout.write(
      Buffer.concat(lines)
        .toString('utf8')
        .replace(/^[\s\S]*?(?=^=+ (FAILURES|ERRORS))/m, ''),
    )
  return found === 0
}

async function judge(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'banksia-openapi-'))
  const environment = join(folder, 'python')
  await startTestServer()
  const server = await startRunning({ site: await createSite(), env: { BANKSIA_REQUESTS_PER_MINUTE: '10000000' } })
  try {
    for (const command of [
      ['python3', '-m', 'venv', environment],
      [join(environment, 'bin/pip'), 'install', '--quiet', release],
    ] as const) {
      const [program, ...args] = command
      if (spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0)
        throw new Error(`${program} failed`)
    }
    const judging = { server, program: join(environment, 'bin/schemathesis'), folder }
    let isClean = true
    for (const role of order) isClean = (await judgeRole(judging, role)) && isClean
    return isClean
  } finally {
    await server.stop()
    await server.site.remove()
    await globalThis.endTestServer?.()
    await rm(folder, { recursive: true, force: true })
  }
}

if (spawnSync('python3', ['--version']).status !== 0) {
  process.stdout.write('not judged: python3 is not installed\n')
  process.exitCode = process.env['CI'] === undefined ? 0 : 1
} else process.exitCode = (await judge()) ? 0 : 1
