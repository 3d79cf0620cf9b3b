/** `banksia connect`: tells what is at the other end before a channel exists. docs/channels.md#before-a-channel */
import { openChannelTests } from '../../channels/acceptance/acceptance.ts'
import { type CheckResult, failedCheck, passedCheck, skippedCheck } from '../../channels/acceptance/check-result.ts'
import { isJsonObject, type JsonObject, textOf } from '../../core/json.ts'
import { Problem } from '../../core/problems.ts'
import { resolveSecrets } from '../../hub/channels/apply/secret-references.ts'
import type { OutboundPolicy } from '../../outbound/policy.ts'
import { hostOf } from '../../outbound/web-address.ts'
import { isJsonAsked } from '../asked.ts'
import { readSecret } from '../channels/read-secret.ts'
import { ContentError } from '../conversion/read-file.ts'
import { type ExitCode, UsageError, type Values } from '../subcommand.ts'
import { type Facts, listFacts, type Survey, type Surveying } from './facts.ts'
import { fitDestination, proposeChannel } from './proposal.ts'
import { completeTarget, readTarget, type Target } from './target.ts'

type Report = {
  readonly facts: Facts
  readonly checks: readonly CheckResult[]
  readonly settings: Readonly<Record<string, string>>
  /** Absent where nothing answers. */
  readonly channel?: JsonObject
}

/** For the whole survey. */
const limitMs = 60_000

export async function connectDestination(values: Values, names: readonly string[]): Promise<ExitCode> {
  const isJson = isJsonAsked(values)
  const target = await completeTarget(readTarget(names), values.text('destination')).catch(asUsage)
  const destination = resolve(target.destination)
  const signal = AbortSignal.timeout(limitMs)
  const report = await buildReport({ policy: policyFor(target, destination), target, destination, signal })
  process.stdout.write(isJson ? `${JSON.stringify(report, undefined, 2)}\n` : render(report))
  return report.checks.some(({ outcome }) => outcome === 'failed') ? 1 : 0
}

const asUsage = (error: unknown): never => {
  throw error instanceof ContentError ? new UsageError(error.message, { cause: error }) : error
}

/** Each secret is named in the file, and given by the environment or a file of its own. */
function resolve(named: JsonObject): JsonObject {
  const { destination, faults } = resolveSecrets(named, undefined, (name) => readSecret(name, true))
  const [fault] = faults
  if (fault === undefined) return destination
  throw new UsageError(`${fault.field} ${fault.message}`)
}

/** The address is the operator's wish: its host alone is called, and the token endpoint that the file names. A secret takes TLS. */
function policyFor({ host, destination: named }: Target, destination: JsonObject): OutboundPolicy {
  const auth = isJsonObject(destination['auth']) ? destination['auth'] : undefined
  const tokenUrl = URL.parse(textOf(auth, 'tokenUrl') ?? '')
  return {
    allowedHosts: [host, ...(tokenUrl === null ? [] : [hostOf(tokenUrl)])],
    allowPrivate: true,
    isClearRefused: JSON.stringify(named) !== JSON.stringify(destination),
  }
}

async function buildReport(surveying: Surveying): Promise<Report> {
  const { target } = surveying
  const survey = await listFacts(surveying)
  const { facts } = survey
  const named = fitDestination(target, facts)
  const checks = await check(surveying, survey)
  const isThere = checks.some(({ check: name, outcome }) => name === 'connection' && outcome === 'passed')
  return {
    ...{ facts, checks, settings: { BANKSIA_OUTBOUND_HOSTS: `${target.host}:${target.port}` } },
    ...(isThere ? { channel: proposeChannel(target, named) } : {}),
  }
}

async function check(surveying: Surveying, survey: Survey): Promise<readonly CheckResult[]> {
  const { policy, target, destination, signal } = surveying
  const hasLogin = ['password', 'key'].some((member) => Object.hasOwn(destination, member))
  if (target.kind === 'sftp' && !(hasLogin && Object.hasOwn(destination, 'hostKeys'))) return checkGreeting(survey)
  const run = openChannelTests({ policy, folders: [], isReadOnly: true })
  const fitted = target.isTls ? fitDestination({ ...target, destination }, survey.facts) : destination
  try {
    return await run(target.kind, fitted, signal)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const [fault] = error.errors
    throw new UsageError(fault === undefined ? error.message : `${fault.field} ${fault.message}`, { cause: error })
  }
}

/** A password goes to a server only whose host key somebody has named. */
function checkGreeting({ facts, reason = 'connect' }: Survey): readonly CheckResult[] {
  const advice = 'No SFTP server answers: look at host and port, and its firewall'
  if (facts['hostKey'] === undefined) return [failedCheck({ check: 'connection', advice, reason })]
  return [
    passedCheck('connection'),
    skippedCheck('host-key', 'Compare hostKey with the operator of the server, by another way than this connection'),
    skippedCheck('authentication', 'No login without hostKeys and a password or key: give them by --destination'),
  ]
}

function render({ facts, checks, settings, channel }: Report): string {
  const lines = [
    ...Object.entries(facts).map(([name, value]) => `${name.padEnd(20)} ${value}`),
    '',
    ...checks.flatMap(renderCheck),
    '',
    ...Object.entries(settings).map(([name, value]) => `The setting that lets a channel call it: ${name}=${value}`),
    ...(channel === undefined ? [] : ['The channel:', JSON.stringify(channel, undefined, 2)]),
  ]
  return `${lines.join('\n')}\n`
}

const renderCheck = ({ check: name, outcome, advice, class: named, cause, remedy }: CheckResult): readonly string[] => [
  `${outcome.padEnd(8)} ${name}${advice === undefined ? '' : `: ${advice}`}`,
  ...(named === undefined ? [] : [`         class ${named}: ${cause}`, `         remedy: ${remedy}`]),
]
