/** docs/production.md as it stands: its settings start a server, and its commands lead to the first request. */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from '@jest/globals'
import { testWithPrograms } from '../judges.ts'
import { type OutsideIssuer, openOutsideIssuer } from '../outside-issuer.ts'
import { checkout, endAll, makeFolder, run, serverFile, startNode, startServer } from './processes.ts'

const page = readFileSync(join(checkout, 'docs/production.md'), 'utf8')
const blocksOf = (language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map((match) => match[1] ?? '')

let issuer: OutsideIssuer
let folder: string
beforeAll(async () => {
  folder = makeFolder()
  issuer = await openOutsideIssuer(folder)
})
afterAll(async () => {
  await endAll()
  await issuer.close()
})

/** On this machine its places and addresses are others. */
const here = (text: string, base: string): string =>
  text
    .replaceAll('/etc/banksia', join(folder, 'etc'))
    .replaceAll('/var/lib/banksia', join(folder, 'var'))
    .replaceAll('https://login.example.org/realms/health', issuer.issuer)
    .replaceAll('curl -s --fail-with-body https://hub.example.org', `curl -s --fail-with-body ${base}`)

function readSettings(text: string): Readonly<Record<string, string>> {
  const lines = here(text, '').trim().split('\n')
  return Object.fromEntries(lines.map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]))
}

testWithPrograms('openssl', 'curl')(
  'D79: docs/production.md leads from an empty machine to the first request',
  async () => {
    const [key = '', create = '', requests = ''] = blocksOf('sh')
    const made = await run(['bash', '-euc', here(key, '')])
    const [settings = '', bound = ''] = blocksOf('ini')
    const { BANKSIA_ISSUER_TENANTS: tenants = '', ...others } = readSettings(settings)
    const before = { ...others, NODE_EXTRA_CA_CERTS: issuer.env['NODE_EXTRA_CA_CERTS'] ?? '' }
    const env = { ...before, BANKSIA_ISSUER_TENANTS: tenants }
    mkdirSync(join(folder, 'var'), { recursive: true })

    const unbound = startNode(serverFile, [], { env: before })
    await unbound.ended
    const server = await startServer(join(folder, 'var'), { env: { ...before, ...readSettings(bound) } })
    const created = await run(['bash', '-euc', here(create, server.base)], { env })
    const [tenant = ''] = /[\da-f-]{36}/.exec(create) ?? []
    const claims = { tenants: [tenant], spokes: ['connect'], roles: ['clinician'] }
    const scope = 'banksia/spoke.read banksia/spoke.write user/*.cruds'
    const TOKEN = await issuer.sign({ ...claims, scope })
    const answered = await run(['bash', '-euc', here(requests, server.base)], { env: { TOKEN } })

    const [, refusal = ''] = /ends with "([^"]+)"/.exec(page) ?? []
    expect(refusal).toMatch(/^BANKSIA_ISSUER_TENANTS /)
    expect(unbound.errors()).toContain(refusal)
    expect(made).toMatchObject({ code: 0, errors: '' })
    expect(created).toMatchObject({ code: 0, errors: '' })
    expect(created.output).toMatch(
      new RegExp(
        `^tenant ${tenant} is active\n${tenant} +active +au-core +enforce +Australia/Hobart +forever +Huon Practice\n$`,
      ),
    )
    expect([answered.code, answered.code === 0 || answered.output]).toEqual([0, true])
    expect(answered.output).toContain(`"tenantId":"${tenant}"`)
    expect(answered.output).toContain('"resourceType":"Organization"')
  },
)
