/** Why a message cannot be read: places in it, with fixed texts, never a value. docs/inbound.md#refused-messages. */

export type InboundProblem = {
  /** `MSH-9`, `PID[2]`. */
  readonly place: string
  readonly message: string
}

export class InboundRefused extends Error {
  readonly problems: readonly InboundProblem[]

  constructor(problems: readonly InboundProblem[]) {
    super(problems.map(({ place, message }) => `${place} ${message}`).join('; '))
    this.name = 'InboundRefused'
    this.problems = problems
  }
}

export const refuse = (place: string, message: string): never => {
  throw new InboundRefused([{ place, message }])
}
