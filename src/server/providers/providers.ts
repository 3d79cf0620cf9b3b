/** Opens the outside providers of the settings, with their keys and prompts. docs/design/drafting.md#providers. */
import { type Config, ConfigError } from '../../core/config.ts'
import { type Drafter, openDrafter } from '../../drafting/providers/drafter.ts'
import { openReviser } from '../../drafting/providers/revision.ts'
import { openSecondReader } from '../../drafting/providers/second-reader.ts'
import { openTranscriber, type Transcriber } from '../../drafting/providers/transcription.ts'
import type { Revisions } from '../../hub/hub.ts'
import type { OutboundPolicy } from '../../outbound/policy.ts'
import type { ProviderBudget } from '../../store/operations/provider-use.ts'
import { readPrompts } from './prompts.ts'

export type Providers = {
  readonly transcriber: Transcriber | undefined
  readonly drafter: Drafter | undefined
  readonly fallsBack: boolean
  readonly repairs: boolean
  readonly totalMs: number
  readonly budget: ProviderBudget
}

export async function openProviders(config: Config, policy: OutboundPolicy): Promise<Providers> {
  return {
    transcriber: openConfiguredTranscriber(config, policy),
    drafter: await openConfiguredDrafter(config, policy),
    fallsBack: config.drafterFallback === 'embedded',
    repairs: config.drafterRepair === 'on',
    totalMs: config.drafterTotalMs,
    budget: budgetOf(config),
  }
}

function openConfiguredTranscriber(config: Config, policy: OutboundPolicy): Transcriber | undefined {
  const { transcriptionUrl: url, transcriptionModel: model, transcriptionTimeoutMs: timeoutMs } = config
  if (url === undefined) return undefined
  const key = checkKey('BANKSIA_TRANSCRIPTION_KEY', config.transcriptionKey)
  return openTranscriber({ policy, url, model, key, timeoutMs, maxTextBytes: config.maxTranscriptBytes })
}

async function openConfiguredDrafter(config: Config, policy: OutboundPolicy): Promise<Drafter | undefined> {
  const { drafterUrl: url, drafterModel: model, drafterTimeoutMs: timeoutMs, drafterPartBytes: partBytes } = config
  if (config.drafter !== 'http' || url === undefined || model === undefined) return undefined
  const key = checkKey('BANKSIA_DRAFTER_KEY', config.drafterKey)
  const redacts = config.drafterRedact === 'on'
  const prompts = await readPrompts(['system', 'user', 'repair'], config.drafterPrompts)
  return openDrafter({ policy, url, model, key, timeoutMs, redacts, partBytes, prompts })
}

/** Undefined if the embedded verifier judges alone. */
export async function openSecondReadings(config: Config, policy: OutboundPolicy) {
  const { verifier, drafterUrl: url, drafterModel, drafterTimeoutMs: timeoutMs } = config
  const model = config.verifierModel ?? drafterModel
  if (verifier !== 'embedded+http' || url === undefined || model === undefined) return undefined
  const key = checkKey('BANKSIA_DRAFTER_KEY', config.drafterKey)
  const { readSystem: system, readUser: user } = await readPrompts(['readSystem', 'readUser'], config.drafterPrompts)
  const prompts = { system, user }
  const redacts = config.drafterRedact === 'on'
  return {
    reader: openSecondReader({ policy, url, model, key, timeoutMs, redacts, prompts }),
    budget: budgetOf(config),
  }
}

/** Undefined without an outside drafter. */
export async function openRevisions(config: Config, policy: OutboundPolicy, code: Revisions['code']) {
  const { drafter, drafterUrl: url, drafterModel: model, drafterTimeoutMs: timeoutMs } = config
  if (drafter !== 'http' || url === undefined || model === undefined) return undefined
  const key = checkKey('BANKSIA_DRAFTER_KEY', config.drafterKey)
  const prompts = await readPrompts(['system', 'user', 'revise'], config.drafterPrompts)
  const redacts = config.drafterRedact === 'on'
  return {
    reviser: openReviser({ policy, url, model, key, timeoutMs, redacts, prompts }),
    budget: budgetOf(config),
    code,
  }
}

const budgetOf = ({ providerRequests: requests, drafterTokens: tokens }: Config): ProviderBudget => ({
  requests,
  tokens,
})

function checkKey(variable: string, key: string | undefined): string | undefined {
  // Any other character would break the header.
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) throw new ConfigError(variable, 'must be one key')
  return key
}
