/** The Merkle tree of RFC 6962 section 2.1 over SHA-256. It grows leaf by leaf and keeps as many hashes as the tree is high. */
import { hash } from 'node:crypto'

const leafPrefix = Buffer.of(0)
const hashBytes = 32
/** Its prefix is 1; nobody reads it after the call that fills it. */
const node = Buffer.alloc(1 + 2 * hashBytes, 1)

/** Hashes in one call: feeding a hash in parts costs twice as much, and every record needs one or two. */
export const sha256 = (...parts: readonly (Uint8Array | string)[]): Buffer => {
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return hash('sha256', only, 'buffer')
  return hash('sha256', Buffer.concat(parts.map((part) => Buffer.from(part))), 'buffer')
}

export const leafHash = (bytes: Uint8Array | string): Buffer =>
  typeof bytes === 'string' ? sha256(`\0${bytes}`) : sha256(leafPrefix, bytes)

function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  node.set(left, 1)
  node.set(right, 1 + hashBytes)
  return sha256(node)
}

type Subtree = { readonly hash: Buffer; readonly leaves: number }

export class MerkleTree {
  /** Full subtrees from the left, each smaller than the one before. */
  readonly #subtrees: Subtree[] = []

  add(leaf: Buffer): void {
    let last: Subtree = { hash: leaf, leaves: 1 }
    for (let left = this.#subtrees.at(-1); left?.leaves === last.leaves; left = this.#subtrees.at(-1)) {
      this.#subtrees.pop()
      last = { hash: nodeHash(left.hash, last.hash), leaves: left.leaves * 2 }
    }
    this.#subtrees.push(last)
  }

  /** The root of no leaves is the hash of nothing. */
  get root(): Buffer {
    const hashes = this.#subtrees.map(({ hash }) => hash)
    return hashes.length === 0 ? sha256() : hashes.reduceRight((right, left) => nodeHash(left, right))
  }
}
