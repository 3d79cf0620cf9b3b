/** Names for statements whose text is made as they are needed, so that the database keeps their plans. docs/design/store.md#connections. */
import { createHash } from 'node:crypto'

/** A connection keeps what it has prepared, so the number is bounded, whatever clients ask. */
const most = 300

export class StatementNames {
  readonly #names = new Map<string, string>()

  /** No name for a statement that came too late. */
  nameOf(text: string): { readonly name?: string } {
    const known = this.#names.get(text)
    if (known !== undefined) return { name: known }
    if (this.#names.size >= most) return {}
    const name = `made-${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
    this.#names.set(text, name)
    return { name }
  }
}
