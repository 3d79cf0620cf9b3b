/** A setting with which the process cannot start. The message names the variable and no value that may be secret. */
export class ConfigError extends Error {
  readonly variable: string

  constructor(variable: string, reason: string, options?: ErrorOptions) {
    super(`${variable} ${reason}`, options)
    this.name = 'ConfigError'
    this.variable = variable
  }
}
