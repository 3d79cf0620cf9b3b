/** The rules by which alerts fire: what each looks for, in which unit its threshold is, and about what it speaks. docs/channels.md#alerts */
import type { JsonObject } from '../core/json.ts'

type AlertRuleRow = {
  readonly rule: string
  readonly unit: 'deliveries' | 'minutes' | 'hours' | 'days'
  readonly default: number
  readonly fires: string
}

// biome-ignore format: one row a line
export const alertRules = [
  { rule: 'dead-letter',        unit: 'deliveries', default: 1,  fires: 'so many deliveries of a channel are dead' },
  { rule: 'oldest-queued',      unit: 'minutes',    default: 15, fires: 'a delivery of a channel that is not paused has waited so long' },
  { rule: 'no-acknowledgement', unit: 'minutes',    default: 60, fires: "a delivery has waited so long for the answer of the receiver's application" },
  { rule: 'breaker-open',       unit: 'minutes',    default: 5,  fires: 'a destination could not be reached for so long' },
  { rule: 'feed-silent',        unit: 'hours',      default: 24, fires: 'a channel or a sender that had messages has had none for so long' },
  { rule: 'certificate-ending', unit: 'days',       default: 14, fires: 'the certificate of this server, or ours for a channel or its token endpoint, ends in fewer days' },
] as const satisfies readonly AlertRuleRow[]

export type AlertRule = (typeof alertRules)[number]['rule']
export const alertRuleNames = alertRules.map(({ rule }) => rule)

export const findAlertRule = (rule: AlertRule): AlertRuleRow =>
  alertRules.find((row) => row.rule === rule) ?? alertRules[0]

/** What is looked for, and who is told. docs/channels.md#alerts */
export type AlertContent = {
  readonly name: string
  readonly rule: AlertRule
  /** In the unit of the rule. */
  readonly threshold: number
  /** Absent: every channel, and what is about no channel. */
  readonly channelId?: string
  /** In the form of `src/channels/alerts`. */
  readonly target: JsonObject
  readonly throttleMinutes: number
  readonly active: boolean
}
