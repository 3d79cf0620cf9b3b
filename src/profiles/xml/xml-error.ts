/** Errors in XML text. */
/** The place where reading stopped, 1-based, and its element; `reason` is a fixed text. Neither holds input. */
export class XmlError extends Error {
  readonly line: number
  readonly column: number
  readonly path: string
  readonly reason: string

  constructor(reason: string, at: { line: number; column: number; path: string }) {
    super(`${reason} at line ${at.line}, column ${at.column}`)
    this.name = 'XmlError'
    this.reason = reason
    this.line = at.line
    this.column = at.column
    this.path = at.path
  }
}
