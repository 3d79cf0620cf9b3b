/** The message that the target of an alert gets. docs/channels.md#alerts */

/** Identifiers, words of closed lists, numbers, times, and the name that an operator gave the alert: nothing of a patient. */
export type AlertMessage = {
  /** The id of the firing. */
  readonly id: string
  readonly alertId: string
  readonly name: string
  readonly rule: string
  readonly state: 'firing' | 'resolved'
  /** The channel, the sender or the tenant that it is about. */
  readonly subject: string
  readonly figure: number
  readonly threshold: number
  readonly unit: string
  readonly since: string
  readonly resolvedAt?: string
}

export type Telling = {
  readonly message: AlertMessage
  /** Equal for the repetitions of one message after a failure, and for no other message. */
  readonly key: string
}
